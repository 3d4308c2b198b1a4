import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { KIB } from '#shared/limits.ts';
import type { BodyPiece } from './upstream.ts';

/** A slow host takes its time for each part, and is given up when none of them gets through. */
const partBytes = 64 * KIB;

/** The body as one stream. `readFile` gives the bytes of a form's only file, if it does not lie on the disk. */
export function bodyStream(pieces: readonly BodyPiece[], readFile?: () => AsyncIterable<Buffer>): Readable {
  return Readable.from(bodyBytes(pieces, readFile), { objectMode: false });
}

/**
 * The bytes of a body. Each file is opened when its turn comes, and read as fast as the bytes are taken. Fails with the error of a file
 * that is gone or has become shorter.
 */
export async function* bodyBytes(
  pieces: readonly BodyPiece[],
  readFile: (file: FilePiece) => AsyncIterable<Buffer> = fromDisk,
): AsyncGenerator<Buffer> {
  for (const piece of joined(pieces)) {
    if ('path' in piece) yield* readFile(piece);
    else yield piece;
  }
}

type FilePiece = Exclude<BodyPiece, Buffer>;

/** Neighbours in memory as one: each write is a packet. */
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
      if (bytesRead === 0) throw new Error('a file of a form is shorter than it was');
      left -= bytesRead;
      yield part.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
