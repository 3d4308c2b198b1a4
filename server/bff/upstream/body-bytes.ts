import { open } from 'node:fs/promises';
import { KIB } from '#shared/limits.ts';
import type { BodyPiece, UpstreamRequest } from './upstream.ts';

/**
 * Size in bytes of the parts in which a file is sent. The exchange is aborted only if no part gets through within the
 * time limit, so that a slow host has that time for each part.
 */
const partBytes = 64 * KIB;

/**
 * Yields the bytes of a body. Opens one file after the other, and reads it as fast as the consumer takes the bytes.
 * `readFile` returns the bytes of the form's only file if that file is not on disk. Fails with the file's error if a file
 * is missing or has become shorter.
 */
export async function* bodyBytes(
  body: NonNullable<UpstreamRequest['body']>,
  readFile: (file: FilePiece) => AsyncIterable<Buffer> = fromDisk,
): AsyncGenerator<Buffer> {
  if (!('length' in body)) yield* body;
  else
    for (const piece of joined(body)) {
      if ('path' in piece) yield* readFile(piece);
      else yield piece;
    }
}

type FilePiece = Exclude<BodyPiece, Buffer>;

/** Joins adjacent pieces in memory, because each write becomes a packet of its own. */
function* joined(pieces: readonly BodyPiece[]): Generator<BodyPiece> {
  let inMemory: Buffer[] = [];
  for (const piece of pieces) {
    if (!('path' in piece)) {
      inMemory.push(piece);
      continue;
    }
    if (inMemory.length > 0) yield Buffer.concat(inMemory);
    inMemory = [];
    yield piece;
  }
  if (inMemory.length > 0) yield Buffer.concat(inMemory);
}

async function* fromDisk({ path, bytes }: FilePiece): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    for (let left = bytes; left > 0; ) {
      const part = Buffer.allocUnsafeSlow(Math.min(partBytes, left));
      const { bytesRead } = await file.read(part, 0, part.length, null);
      if (bytesRead === 0) throw new Error('a file of a form became shorter');
      left -= bytesRead;
      yield part.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
