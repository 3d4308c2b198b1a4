import { open } from 'node:fs/promises';
import { finished, PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileField } from '#shared/contract/index.ts';
import { KIB, readableBytes } from '#shared/limits.ts';
import { assertPlausibleHead, judgeHead, typeOfFile } from './file-types.ts';
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

/** How many bytes are collected for one write, since each goes to another thread and back. */
const writtenBytes = 512 * KIB;

async function writeWithin(
  stream: Readable,
  path: string,
  limit: number,
  rules: WriteRules,
): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  const pieces = new PassThrough({ highWaterMark: writtenBytes });
  finished(stream, { writable: false }, (error) => error && pieces.destroy(error));
  async function* within(): AsyncGenerator<Buffer> {
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > limit) throw rules.tooLarge();
      yield piece;
    }
  }
  const judge = async (head: Buffer) => {
    if (head.length > 0) await rules.judgeHead(head);
  };
  // Not part of the pipeline: the code that opened the stream closes it.
  stream.pipe(pieces);
  await pipeline(judgeHead(within(), judge), file.createWriteStream());
  return size;
}
