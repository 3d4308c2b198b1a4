import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FileField } from '#shared/contract/index.ts';
import { readableBytes } from '#shared/limits.ts';
import { releaseBatch, takeInBatches, writeBatch } from './batches.ts';
import { assertPlausibleHead, headBytes, typeOfFile } from './file-types.ts';
import { assertImage } from './image-size.ts';
import { refuseField } from './refusals.ts';

interface StoredFile {
  size: number;
  /** The media type by signature. */
  type: string;
}

/**
 * Writes one file of a form to `path` (a new file that only this user can read) and checks it during the transfer: it
 * is refused at its first bytes if its type is wrong, and at the byte that exceeds `limit`. Throws 413, 415, 422.
 */
export async function storeFile(
  stream: Readable,
  path: string,
  { name, kind }: FileField,
  limit: number,
): Promise<StoredFile> {
  const size = await writeWithin(stream, path, limit, {
    tooLarge: () => refuseField('upload.tooLarge', 413, name, { limit: readableBytes(limit) }),
    judgeHead: (head) => assertPlausibleHead(head, kind, name),
  });
  if (size === 0) throw refuseField('upload.empty', 422, name);
  const type = await typeOfFile(path, kind, name);
  if (kind === 'image') await assertImage(path, type, name);
  return { size, type };
}

interface WriteRules {
  tooLarge(): Error;
  judgeHead(head: Buffer): Promise<void>;
}

async function writeWithin(
  stream: Readable,
  path: string,
  limit: number,
  rules: WriteRules,
): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    let isHead = true;
    await takeInBatches(stream, {
      first: headBytes,
      saw(chunk) {
        size += chunk.length;
        if (size > limit) throw rules.tooLarge();
      },
      async take(batch) {
        if (isHead && size >= headBytes) await rules.judgeHead(Buffer.concat(batch));
        isHead = false;
        await writeBatch(file, batch);
        releaseBatch(batch);
      },
    });
    return size;
  } finally {
    await file.close();
  }
}
