import { AppError, StartError } from '../../../errors.ts';
import type { MediaUrl } from '../../../media-url.ts';

/** What is left of an error of the client: it may repeat keys and what was signed with them, so none of it goes further. */
export class StoreFailure extends Error {
  override name = 'StoreFailure';
  /** The store's own word (`NoSuchBucket`), or that of the system (`ECONNREFUSED`). */
  readonly code: string;
  /** HTTP status; undefined when nothing was answered. */
  readonly status: number | undefined;

  constructor(code: string, status?: number) {
    super(`the store of media answered ${[status, code].filter(Boolean).join(' ')}`);
    this.code = code;
    this.status = status;
  }
}

/** Seconds until it is worth asking again. */
const againSeconds = '5';
const missing = new Set(['NoSuchKey', 'NotFound']);
/** No room: of the bucket's or the user's quota (Ceph, MinIO and others), or of the store's own disks. */
const full = /QuotaExceeded|StorageFull|InsufficientStorage|NoSpace|CapacityExceeded/i;
/** What says nothing but that it is not there now. */
const passing = /^(SlowDown|ServiceUnavailable|InternalError|RequestTimeout|Throttling|TooManyRequests)/;

/** What happened, without anything of the client's error but two words. */
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

/** True when the store says that there is no such object. A missing bucket is another matter. */
export function isMissing(error: unknown): boolean {
  return missing.has(storeFailure(error).code);
}

/** An error of the client as callers of the storage have it; one of our own stays what it is. */
export function asStorageError(error: unknown): unknown {
  if (!isOfTheStore(error)) return error;
  const cause = storeFailure(error);
  if (cause.status === 507 || full.test(cause.code)) return new AppError('storage.full', 507, { cause });
  return new AppError('storage.down', 503, { cause, headers: { 'Retry-After': againSeconds } });
}

/** What the client throws: an answer of the store, no answer, or that it came too late. The rest is of our disk, or a bug. */
function isOfTheStore(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreFailure || '$metadata' in error || /^(Abort|Timeout)Error$/.test(error.name))
    return true;
  return typeof (error as NodeJS.ErrnoException).code === 'string' && !('path' in error);
}

/** True when it may be different in a moment: nothing was answered, or that the store cannot do it now. */
export function isPassing({ status, code }: StoreFailure): boolean {
  return status === undefined || status >= 500 || status === 429 || passing.test(code);
}

/** Why a start with this bucket is refused, by the variable that has to be changed. */
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
      return `AWS_SESSION_TOKEN: ${endpoint} does not take it, or takes it no more (${code})`;
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
