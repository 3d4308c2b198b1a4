import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileField } from '#shared/contract/index.ts';
import { KIB, readableBytes } from '#shared/limits.ts';
import { assertPlausibleHead, judgeHead, typeOfFile } from './file-types.ts';
import { assertImage } from './image-size.ts';
import { refuseField } from './refusals.ts';

/** How many bytes are collected for one write, since each goes to another thread and back. */
const writtenBytes = 512 * KIB;

/**
 * Writes one file of a form to `path` (a new file that only this user can read) and checks it during the transfer: it
 * is refused at its first bytes if its type is wrong, and at the byte that exceeds `limit`. Throws 413, 415, 422.
 */
export async function storeFile(stream: Readable, path: string, { name, kind }: FileField, limit: number) {
  let size = 0;
  async function* within(): AsyncGenerator<Buffer> {
    // The code that opened the stream closes it.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) throw refuseField('upload.tooLarge', 413, name, { limit: readableBytes(limit) });
      yield chunk;
    }
    if (size === 0) throw refuseField('upload.empty', 422, name);
  }
  const judged = judgeHead(within(), (head) => assertPlausibleHead(head, kind, name));
  await pipeline(judged, createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: writtenBytes }));
  const type = await typeOfFile(path, kind, name);
  if (kind === 'image') await assertImage(path, type, name);
  return { size, type };
}
