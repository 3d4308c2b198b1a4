import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
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
/** Chunks smaller than this, in bytes, are not freed: freeing them would cost more time than it saves. */
const freedBytes = 16 * KIB;

async function writeWithin(
  stream: Readable,
  path: string,
  limit: number,
  rules: WriteRules,
): Promise<number> {
  let size = 0;
  async function* within(): AsyncGenerator<Buffer> {
    // The code that opened the stream closes it.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) throw rules.tooLarge();
      yield chunk;
    }
  }
  const judge = async (head: Buffer) => {
    if (head.length > 0) await rules.judgeHead(head);
  };
  const file = await open(path, 'wx', 0o600);
  try {
    const room = Buffer.allocUnsafeSlow(writtenBytes);
    let filled = 0;
    const write = async () => {
      await file.appendFile(room.subarray(0, filled));
      filled = 0;
    };
    for await (const chunk of judgeHead(within(), judge)) {
      if (filled + chunk.length > room.length) await write();
      filled += chunk.copy(room, filled);
      free(chunk);
    }
    await write();
    return size;
  } finally {
    await file.close();
  }
}

/**
 * Frees the memory of a chunk, which must not be read afterwards: otherwise the garbage collector would go through the
 * whole heap for each 32 MiB of an upload. A chunk that is part of a larger buffer is not freed, since the rest of the
 * buffer may be in use.
 */
function free({ buffer, byteLength }: Buffer): void {
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isWhole && byteLength >= freedBytes) buffer.transfer(0);
}
