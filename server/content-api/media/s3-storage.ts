import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Logger } from 'pino';
import type { MediaUrl } from '../../config.ts';
import { AppError, StartError } from '../../errors.ts';
import { createQueue } from '../../process/work.ts';
import {
  type ByteRange,
  type FileStorage,
  isStoredAddress,
  pathOfAddress,
  type StoredFile,
  typeOfAddress,
} from './storage.ts';

/**
 * Limits that tests override. Times are milliseconds; within each limit the S3 client tries a request up to three
 * times.
 */
export interface BucketOptions {
  /** How long a start waits for a store that does not answer. */
  startMs: number;
  /** How long a request about a file waits for its answer. */
  answerMs: number;
  /** How long storing one part of a file, or the beginning of an answer, may take: enough for 5 MiB at 256 KiB/s. */
  partMs: number;
  /** The longest pause without a byte of a file, while a reader waits for it. */
  silenceMs: number;
  /** Entries in one page of a list. */
  pageSize: number;
}

const usual: BucketOptions = {
  startMs: 30_000,
  answerMs: 10_000,
  partMs: 20_000,
  silenceMs: 20_000,
  pageSize: 1_000,
};
/**
 * The limit for storing all files of one change, in milliseconds: less than the time after which other processes
 * remove them as left over (store.ts).
 */
const putMs = 30 * 60_000;
/** The files that are stored at once, each with one part in memory, and those that are removed at once. */
const storing = createQueue({ atOnce: 4 });
const removing = createQueue({ atOnce: 8 });
/**
 * The minimum size of a part in bytes, and the maximum number of parts of one object (Amazon S3, "multipart upload
 * limits").
 */
const partBytes = 5 * 2 ** 20;
const mostParts = 10_000;
const startPauseMs = 1_000;

/**
 * Files as objects of a bucket: public files below `media/`, CVs below `private/`, as in DATA_DIR. No object has its
 * own access list, so nothing is public unless the bucket's owner made it so. Rejects with StartError when the bucket
 * cannot be used.
 */
export async function openBucket(
  place: MediaUrl,
  keys: StoreKeys,
  log: Logger,
  options: Partial<BucketOptions> = {},
): Promise<FileStorage> {
  const { startMs, ...times } = { ...usual, ...options };
  const storage = new BucketStorage(place, keys, times);
  try {
    await untilItAnswers(() => storage.probe(), startMs, log);
  } catch (error) {
    storage.close();
    throw startProblem(place, storeFailure(error));
  }
  return storage;
}

async function untilItAnswers(ask: () => Promise<unknown>, startMs: number, log: Logger) {
  const until = performance.now() + startMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await ask();
      return;
    } catch (error) {
      const failure = storeFailure(error);
      if (!isPassing(failure) || performance.now() >= until) throw failure;
      if (attempt === 1)
        log.warn({ err: failure }, 'content API: the bucket of MEDIA_URL does not answer; retrying');
      await wait(startPauseMs);
    }
  }
}

class BucketStorage implements FileStorage {
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #options: Omit<BucketOptions, 'startMs'>;
  readonly #client: S3Client;

  constructor(place: MediaUrl, keys: StoreKeys, options: Omit<BucketOptions, 'startMs'>) {
    this.#bucket = place.bucket;
    this.#prefix = place.prefix;
    this.#options = options;
    this.#client = createClient(place, keys, options.partMs);
  }

  /** Checks that the bucket can be listed; rejects if it cannot. */
  async probe() {
    const list = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix, MaxKeys: 1 });
    await this.#client.send(list, this.#withTimeout());
  }

  async put(files: ReadonlyMap<string, string>) {
    const signal = AbortSignal.timeout(putMs);
    try {
      await allOf([...files].map((file) => storing(() => this.#upload(...file, signal), signal)));
    } catch (error) {
      throw asStorageError(error);
    }
  }

  /** Stores a file as one object. Parts that are stored already are removed after a failure. */
  async #upload(address: string, path: string, signal: AbortSignal) {
    const { size } = await stat(path);
    const Body = createReadStream(path);
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#object(address), ContentType: typeOfAddress(address), Body },
      partSize: Math.max(partBytes, Math.ceil(size / mostParts)),
      queueSize: 1,
    });
    const abort = () => void upload.abort();
    signal.addEventListener('abort', abort);
    try {
      await upload.done();
    } finally {
      signal.removeEventListener('abort', abort);
      Body.destroy();
    }
  }

  stat(address: string, signal?: AbortSignal): Promise<StoredFile | undefined> {
    return unlessMissing(async () => {
      const head = new HeadObjectCommand(this.#object(address));
      const found = await this.#client.send(head, this.#withTimeout(signal));
      const { ContentLength: size, LastModified: modified, ETag: etag } = found;
      if (size === undefined || !modified || !etag) throw new StoreFailure('incomplete answer', 200);
      return { size, modified, etag };
    }, signal);
  }

  open(address: string, range?: ByteRange, signal?: AbortSignal) {
    return unlessMissing(async () => {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const get = new GetObjectCommand({ ...this.#object(address), Range });
      const found = await this.#client.send(get, { abortSignal: signal });
      const body = found.Body as Readable;
      if (range && !isRange(found.ContentRange, range)) {
        body.destroy();
        throw new StoreFailure('another range', 200);
      }
      return Readable.from(withoutSilence(body, this.#options.silenceMs), { objectMode: false });
    }, signal);
  }

  async remove(addresses: readonly string[]) {
    await allOf(
      addresses.map((address) => {
        const removal = new DeleteObjectCommand(this.#object(address));
        return removing(() => unlessMissing(() => this.#client.send(removal, this.#withTimeout())));
      }),
    );
  }

  async *list(): AsyncGenerator<string> {
    const { pageSize } = this.#options;
    for (const folder of ['media/', 'private/']) {
      const below = { Bucket: this.#bucket, Prefix: this.#prefix + folder };
      try {
        for await (const page of paginateListObjectsV2({ client: this.#client, pageSize }, below))
          for (const { Key = '' } of page.Contents ?? []) {
            const address = Key.slice(this.#prefix.length).replace(/^media\//, '/storage/');
            if (isStoredAddress(address)) yield address;
          }
      } catch (error) {
        throw asStorageError(error);
      }
    }
  }

  close() {
    this.#client.destroy();
  }

  #object(address: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + pathOfAddress(address) };
  }

  #withTimeout(signal?: AbortSignal) {
    const limit = AbortSignal.timeout(this.#options.answerMs);
    return { abortSignal: signal ? AbortSignal.any([signal, limit]) : limit };
  }
}

/** Runs requests of the S3 client, and converts their errors. Returns undefined when the object does not exist. */
async function unlessMissing<Result>(calls: () => Promise<Result>, signal?: AbortSignal) {
  try {
    return await calls();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isMissing(error)) return undefined;
    throw asStorageError(error);
  }
}

function isRange(header: string | undefined, { start, end }: ByteRange) {
  return header?.startsWith(`bytes ${start}-${end}/`) === true;
}

/** Rejects, when all have ended, with the first failure. */
async function allOf(works: readonly Promise<unknown>[]) {
  const failed = (await Promise.allSettled(works)).find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

const connectMs = 3_000;

/** The keys, as issued by the store. */
export interface StoreKeys {
  id: string;
  secret: string;
  token?: string;
}

/**
 * Makes an S3 client. Sets every option that the client would otherwise read from the environment or from files of the
 * user.
 */
function createClient({ endpoint, isPathStyle, region }: MediaUrl, keys: StoreKeys, answerMs: number) {
  // No limit of connections: a reader holds its connection for as long as it reads, and must not block others.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: isPathStyle,
    credentials: {
      accessKeyId: keys.id,
      secretAccessKey: keys.secret,
      sessionToken: keys.token,
    },
    // Checksums are sent only where they are required: stores other than Amazon's refuse them in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    retryMode: 'standard',
    defaultsMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    useArnRegion: false,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    userAgentAppId: '',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/**
 * Yields the bytes of an answer. Fails when no byte arrives for `silenceMs` while the reader waits; a slow reader is
 * no failure.
 */
async function* withoutSilence(body: Readable, silenceMs: number): AsyncGenerator<Buffer> {
  const silent = () => body.destroy(new StoreFailure('silence'));
  let timer = setTimeout(silent, silenceMs);
  try {
    for await (const chunk of body) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(silent, silenceMs);
    }
  } catch (error) {
    throw asStorageError(error);
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}

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
function storeFailure(error: unknown) {
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
function isMissing(error: unknown) {
  return missing.has(storeFailure(error).code);
}

/** Converts an error of the S3 client for callers of the storage. Errors of other origin are returned unchanged. */
function asStorageError(error: unknown) {
  if (!isOfTheStore(error)) return error;
  const cause = storeFailure(error);
  if (cause.status === 507 || full.test(cause.code)) return new AppError('storage.full', 507, { cause });
  return new AppError('storage.down', 503, { cause, retryAfter: againSeconds });
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
function isPassing({ status, code }: StoreFailure) {
  return status === undefined || status >= 500 || status === 429 || passing.test(code);
}

/** Explains why a start with this bucket is refused, and names the variable that must be changed. */
function startProblem({ bucket, endpoint }: MediaUrl, failure: StoreFailure) {
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
