import { type FileHandle, open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createQueue } from '../../../queue.ts';
import { storeFailure } from './s3-failures.ts';

/**
 * The minimum size of a part in bytes, and the maximum number of parts of one object (Amazon S3, "multipart upload
 * limits").
 */
const partBytes = 5 * 2 ** 20;
const mostParts = 10_000;
/** Number of parts that may be in memory at the same time, over all files that are being stored: 20 MiB. */
const partsAtOnce = 4;

/** The object and its metadata. */
interface UploadTarget {
  Bucket: string;
  Key: string;
  ContentType: string;
}

/**
 * Stores the file at `path` as one object. Rejects with the error of the S3 client or the disk; before that, removes
 * the parts that are stored already, if possible.
 */
type UploadFile = (path: string, target: UploadTarget, signal: AbortSignal) => Promise<void>;

/**
 * Makes the function that uploads files. A file no larger than one part is sent in one request, a larger one in
 * parts. Each part is read into memory, so that it can be signed (the store detects damage by the signature) and sent
 * again. `partMs` limits the time for one part, and for the store to assemble the parts.
 */
export function createUploader(client: S3Client, partMs: number): UploadFile {
  const slots = createQueue({ atOnce: partsAtOnce });

  async function inParts(file: FileHandle, size: number, target: UploadTarget, signal: AbortSignal) {
    const { Bucket, Key } = target;
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(target), { abortSignal: signal });
    const stopped = new AbortController();
    const abortSignal = AbortSignal.any([signal, stopped.signal]);
    const length = Math.max(partBytes, Math.ceil(size / mostParts));
    const count = Math.ceil(size / length);
    const parts: { PartNumber: number; ETag: string | undefined }[] = [];
    let next = 1;
    const sendParts = async () => {
      while (next <= count) {
        const PartNumber = next++;
        await slots(async () => {
          abortSignal.throwIfAborted();
          const Body = await read(
            file,
            (PartNumber - 1) * length,
            Math.min(length, size - (PartNumber - 1) * length),
          );
          const { ETag } = await client.send(
            new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }),
            {
              abortSignal,
              requestTimeout: partMs,
            },
          );
          parts[PartNumber - 1] = { PartNumber, ETag };
        });
      }
    };
    try {
      const workers = Array.from({ length: 2 }, () =>
        sendParts().catch((error: unknown) => {
          stopped.abort();
          throw error;
        }),
      );
      const ended = await Promise.allSettled(workers);
      // Throws the first failure that is not an abort: this failure has aborted the other parts.
      const failures = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      if (failures.length > 0) throw failures.find((each) => !isAbort(each)) ?? failures[0];
      await complete({ Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }, size, signal);
    } catch (error) {
      // The store retains and bills parts until the upload is aborted; if this call fails, a chore aborts it later.
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
      throw error;
    }
  }

  async function complete(
    input: ConstructorParameters<typeof CompleteMultipartUploadCommand>[0],
    size: number,
    abortSignal: AbortSignal,
  ): Promise<void> {
    try {
      await client.send(new CompleteMultipartUploadCommand(input), { abortSignal, requestTimeout: partMs });
    } catch (error) {
      if (storeFailure(error).code !== 'NoSuchUpload') throw error;
      // The answer may have been lost and the request repeated: if the object exists with this size, the first
      // request has succeeded.
      const { Bucket, Key } = input;
      const found = await client.send(new HeadObjectCommand({ Bucket, Key }), { abortSignal });
      if (found.ContentLength !== size) throw error;
    }
  }

  return async (path, target, signal) => {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size > partBytes) return await inParts(file, size, target, signal);
      await slots(async () => {
        const Body = await read(file, 0, size);
        await client.send(new PutObjectCommand({ ...target, Body }), {
          abortSignal: signal,
          requestTimeout: partMs,
        });
      });
    } finally {
      await file.close();
    }
  };
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new Error('a file became shorter while it was stored');
    filled += bytesRead;
  }
  return bytes;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
