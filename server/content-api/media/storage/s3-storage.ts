import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import type { Logger } from 'pino';
import type { MediaUrl } from '../../../media-url.ts';
import { isStoredAddress, typeOfAddress } from '../addresses.ts';
import type { ByteRange, FileStorage } from './file-storage.ts';
import { createClient, type StoreKeys, withoutSilence } from './s3-client.ts';
import {
  asStorageError,
  isMissing,
  isPassing,
  StoreFailure,
  startProblem,
  storeFailure,
} from './s3-failures.ts';
import { createUploader } from './s3-upload.ts';

/** For tests. Times are milliseconds, and each call is tried three times by the client within them. */
export interface BucketOptions {
  /** How long a start waits for a store that does not answer. */
  startMs: number;
  /** Until an answer begins. */
  answerMs: number;
  /** For one part of a file that is stored: 5 MiB at 256 KiB/s. */
  partMs: number;
  /** Without a byte of a file that is read, while somebody waits for it. */
  silenceMs: number;
  /** Of a list. */
  pageSize: number;
}

const usual: BucketOptions = {
  startMs: 30_000,
  answerMs: 10_000,
  partMs: 20_000,
  silenceMs: 20_000,
  pageSize: 1_000,
};
/** All files of one change: less than what other processes give it before they take its files for left ones (store.ts). */
const putMs = 30 * 60_000;
const filesAtOnce = 8;
const startPauseMs = 1_000;

/**
 * Files as objects of a bucket: what is served below `media/`, CVs below `private/`, as in DATA_DIR. No object has an access list of its
 * own, so nothing is public that the bucket's owner has not made so. Rejects with StartError when the bucket cannot be used.
 */
export async function openBucket(
  place: MediaUrl,
  keys: StoreKeys,
  log: Logger,
  options: Partial<BucketOptions> = {},
): Promise<FileStorage> {
  const { startMs, answerMs, partMs, silenceMs, pageSize } = { ...usual, ...options };
  const { bucket: Bucket, prefix } = place;
  const client = createClient(place, keys, answerMs);
  const uploadFile = createUploader(client, partMs);
  const keyOf = (address: string) => prefix + pathOf(address);

  /** Runs calls of the client; what they say becomes ours. Undefined when the object is not there. */
  async function unlessMissing<Result>(
    calls: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result | undefined> {
    try {
      return await calls();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (isMissing(error)) return undefined;
      throw asStorageError(error);
    }
  }
  const within = (signal?: AbortSignal) => {
    const limit = AbortSignal.timeout(answerMs);
    return { abortSignal: signal ? AbortSignal.any([signal, limit]) : limit };
  };

  /** As `within`, for an answer that is read for as long as its reader takes: only its beginning is timed. */
  async function untilItBegins<Result>(
    call: (signal: AbortSignal) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), answerMs);
    try {
      return await call(signal ? AbortSignal.any([signal, late.signal]) : late.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  const storage: FileStorage = {
    async put(files) {
      const signal = AbortSignal.timeout(putMs);
      try {
        await eachOf([...files], (file) => {
          const [address, path] = file;
          return uploadFile(
            path,
            { Bucket, Key: keyOf(address), ContentType: typeOfAddress(address) },
            signal,
          );
        });
      } catch (error) {
        throw asStorageError(error);
      }
    },
    stat: (address, signal) =>
      unlessMissing(async () => {
        const found = await client.send(
          new HeadObjectCommand({ Bucket, Key: keyOf(address) }),
          within(signal),
        );
        const { ContentLength: size, LastModified: modified, ETag: etag } = found;
        if (size === undefined || !modified || !etag) throw new StoreFailure('incomplete answer', 200);
        return { size, modified, etag };
      }, signal),
    open: (address, range, signal) =>
      unlessMissing(async () => {
        const Range = range && `bytes=${range.start}-${range.end}`;
        const found = await untilItBegins(
          (abortSignal) =>
            client.send(new GetObjectCommand({ Bucket, Key: keyOf(address), Range }), { abortSignal }),
          signal,
        );
        const body = found.Body as Readable;
        if (range && !isRange(found.ContentRange, range)) {
          body.destroy();
          throw new StoreFailure('another range', 200);
        }
        return Readable.from(withoutSilence(body, silenceMs), { objectMode: false });
      }, signal),
    async remove(addresses) {
      await eachOf(addresses, async (address) => {
        const removal = new DeleteObjectCommand({ Bucket, Key: keyOf(address) });
        await unlessMissing(() => client.send(removal, within()));
      });
    },
    async *list() {
      for (const folder of ['media/', 'private/']) {
        for (let ContinuationToken: string | undefined; ; ) {
          const page: ListObjectsV2CommandOutput | undefined = await unlessMissing(() =>
            client.send(
              new ListObjectsV2Command({
                Bucket,
                Prefix: prefix + folder,
                MaxKeys: pageSize,
                ContinuationToken,
              }),
              within(),
            ),
          );
          for (const { Key = '' } of page?.Contents ?? []) {
            const address = addressOf(Key.slice(prefix.length));
            if (isStoredAddress(address)) yield address;
          }
          ContinuationToken = page?.NextContinuationToken;
          if (!ContinuationToken) break;
        }
      }
    },
    async removeUnfinished(before) {
      let removed = 0;
      let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
      while (after) {
        const page: ListMultipartUploadsCommandOutput | undefined = await client
          .send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...after }), within())
          .catch((error: unknown) => {
            // A store that cannot list them clears them away by a rule of its own, or never.
            if ([405, 501].includes(storeFailure(error).status ?? 0)) return undefined;
            throw asStorageError(error);
          });
        for (const { Key = '', UploadId, Initiated } of page?.Uploads ?? []) {
          if (!Initiated || Initiated >= before || !isStoredAddress(addressOf(Key.slice(prefix.length))))
            continue;
          await unlessMissing(() =>
            client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), within()),
          );
          removed += 1;
        }
        after = page?.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
      }
      return removed;
    },
    close: () => client.destroy(),
  };
  try {
    await untilItAnswers(() =>
      client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }), within()),
    );
  } catch (error) {
    client.destroy();
    throw startProblem(place, storeFailure(error));
  }
  return storage;

  async function untilItAnswers(ask: () => Promise<unknown>): Promise<void> {
    const until = performance.now() + startMs;
    for (let told = false; ; told = true) {
      try {
        await ask();
        return;
      } catch (error) {
        const failure = storeFailure(error);
        if (!isPassing(failure) || performance.now() >= until) throw failure;
        if (!told)
          log.warn(
            { err: failure },
            'content API: the store of MEDIA_URL does not answer; it is asked again',
          );
        await wait(startPauseMs);
      }
    }
  }
}

/** Where an object lies below the prefix: as the file would lie in DATA_DIR. */
function pathOf(address: string): string {
  if (!isStoredAddress(address)) throw new Error(`pathOf: ${address} is no address of a stored file`);
  return address.replace(/^\/storage\//, 'media/');
}

function addressOf(path: string): string {
  return path.replace(/^media\//, '/storage/');
}

function isRange(header: string | undefined, { start, end }: ByteRange): boolean {
  return header?.startsWith(`bytes ${start}-${end}/`) === true;
}

/** Some at once. The first failure ends it, when what is under way has ended. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items].reverse();
  const workers = Array.from({ length: Math.min(filesAtOnce, items.length) }, async () => {
    try {
      for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item);
    } catch (error) {
      rest.length = 0;
      throw error;
    }
  });
  const ended = await Promise.allSettled(workers);
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}
