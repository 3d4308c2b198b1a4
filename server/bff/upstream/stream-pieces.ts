import { Readable } from 'node:stream';
import type { BodyPiece } from './upstream.ts';

/** A body with one file in its place, which is read when its turn comes: of a form that has waited. */
export function streamPieces(pieces: readonly BodyPiece[], readFile: () => AsyncIterable<Buffer>): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      if ('path' in piece) yield* readFile();
      else yield piece;
    }
  }
  return Readable.from(bytes(), { objectMode: false });
}
