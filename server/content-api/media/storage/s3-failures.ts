import type { MediaUrl } from '../../../config.ts';
import { AppError, StartError } from '../../../errors.ts';

/**
 * The part of an S3 client's error that is passed on: its code and the HTTP status. The original error may contain
 * keys and signed data.
 */
export class StoreFailure extends Error {
  override name = 'StoreFailure';
  /** The store's error code (`NoSuchBucket`), or the system's (`ECONNREFUSED`). */
  readonly code: string;
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;

  constructor(code: string, status?: number) {
    super(`the bucket answered ${[status, code].filter(Boolean).join(' ')}`);
    this.code = code;
    this.status = status;
  }
}

/** Retry-After, in seconds. */
const againSeconds = '5';
const missing = new Set(['NoSuchKey', 'NotFound']);
/**
 * Matches error codes of a store without space: the quota of the bucket or the user is used up (Ceph, MinIO and
 * others), or the store's own disks are full.
 */
const full = /QuotaExceeded|StorageFull|InsufficientStorage|NoSpace|CapacityExceeded/i;
/** Errors that only mean that the store is temporarily unavailable. */
const passing = /^(SlowDown|ServiceUnavailable|InternalError|RequestTimeout|Throttling|TooManyRequests)/;

/** Converts an error of the S3 client; only its code and its status are used. */
export function storeFailure(error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const { name, code, $metadata } = (error ?? {}) as {
    name?: unknown;
    code?: unknown;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode;
  const word = [code, name].find(
    (each) => typeof each === 'string' && /^\w{2,60}$/.test(each) && each !== 'Error',
  );
  return new StoreFailure(String(word ?? 'no answer'), status);
}

/** True if the store reports that the object does not exist. A missing bucket is another error. */
export function isMissing(error: unknown): boolean {
  return missing.has(storeFailure(error).code);
}

/** Converts an error of the S3 client for callers of the storage. Errors of other origin are returned unchanged. */
export function asStorageError(error: unknown): unknown {
  if (!isOfTheStore(error)) return error;
  const cause = storeFailure(error);
  if (cause.status === 507 || full.test(cause.code)) return new AppError('storage.full', 507, { cause });
  return new AppError('storage.down', 503, { cause, headers: { 'Retry-After': againSeconds } });
}

/**
 * True for errors of the S3 client: an answer of the store, no answer, or a timeout. Other errors come from the local
 * disk, or are bugs.
 */
function isOfTheStore(error: unknown) {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreFailure || '$metadata' in error || /^(Abort|Timeout)Error$/.test(error.name))
    return true;
  return typeof (error as NodeJS.ErrnoException).code === 'string' && !('path' in error);
}

/** True if a retry may succeed: there was no answer, or the store is temporarily unavailable. */
export function isPassing({ status, code }: StoreFailure): boolean {
  return status === undefined || status >= 500 || status === 429 || passing.test(code);
}

/** Explains why a start with this bucket is refused, and names the variable that must be changed. */
export function startProblem({ bucket, endpoint }: MediaUrl, failure: StoreFailure): StartError {
  const { code, status } = failure;
  const text = () => {
    if (code === 'NoSuchBucket' || status === 404)
      return `MEDIA_URL: ${endpoint} has no bucket "${bucket}": create it, or correct the name`;
    if (/InvalidAccessKeyId|InvalidClientTokenId/.test(code))
      return `AWS_ACCESS_KEY_ID: ${endpoint} does not know this key`;
    if (code === 'SignatureDoesNotMatch')
      return `AWS_SECRET_ACCESS_KEY: ${endpoint} says that it does not belong to AWS_ACCESS_KEY_ID`;
    if (/Token/.test(code))
      return `AWS_SESSION_TOKEN: ${endpoint} does not accept it, or it has expired (${code})`;
    if (code === 'RequestTimeTooSkewed')
      return `MEDIA_URL: the clock of this machine differs from that of ${endpoint} by more than it allows`;
    if (status === 301 || status === 307 || /Redirect|AuthorizationHeaderMalformed|Location/.test(code))
      return `MEDIA_URL: the bucket "${bucket}" is in another region: add region=… to its query`;
    if (status === 403 || status === 401)
      return `AWS_ACCESS_KEY_ID: this key may not list the bucket "${bucket}" (${code}); it must list, read, write and delete`;
    if (isPassing(failure)) return `MEDIA_URL: ${endpoint} cannot be reached, or does not work (${code})`;
    return `MEDIA_URL: ${endpoint} refuses the bucket "${bucket}" (${code})`;
  };
  return new StartError(`${text()}.`, { cause: failure });
}
