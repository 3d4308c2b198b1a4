import type { ServerResponse } from 'node:http';
import { KIB } from '#shared/limits.ts';

/** Above this size, copying the body costs more than writing a second buffer. */
const copiedBytes = 16 * KIB;

/** A large body is written in pieces of this size, since a reader's progress is visible only between two writes. */
const pieceBytes = 64 * KIB;

/** Ends a response with these bytes. Sets Content-Length, unless it is set. Node leaves the body out of an answer to HEAD. */
export function endWithBytes(res: ServerResponse, bytes: Buffer): void {
  // Writes the head and a short body together: Node joins the head and a text into one string, but not the head and a
  // buffer. Latin-1 has a character for each byte.
  if (bytes.length <= copiedBytes) res.end(bytes.toString('latin1'), 'latin1');
  else if (bytes.length <= pieceBytes) res.end(bytes);
  else writePieces(res, bytes);
}

function writePieces(res: ServerResponse, bytes: Buffer): void {
  if (!res.headersSent && !res.hasHeader('Content-Length')) res.setHeader('Content-Length', bytes.length);
  let at = 0;
  const writeMore = () => {
    while (at + pieceBytes < bytes.length) {
      const piece = bytes.subarray(at, at + pieceBytes);
      at += pieceBytes;
      if (!res.write(piece)) {
        res.once('drain', writeMore);
        return;
      }
    }
    res.end(bytes.subarray(at));
  };
  writeMore();
}

/** Splits a body into pieces, however large its chunks are. */
export async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes);
  }
}
