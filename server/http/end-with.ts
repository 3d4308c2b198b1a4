import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { KIB } from '#shared/limits.ts';

/**
 * Largest body in bytes that is copied to be written together with the head. For a larger body the copy costs more
 * than a second write.
 */
const copiedBytes = 16 * KIB;

/**
 * Size in bytes of the pieces in which a large body is written. The reader's progress is visible only between two
 * writes.
 */
const pieceBytes = 64 * KIB;

/**
 * Ends a response with these bytes, and sets Content-Length unless it is set. Node leaves out the body of an answer
 * to HEAD.
 */
export function endWithBytes(res: ServerResponse, bytes: Buffer): void {
  // A short body is written as text, because Node joins the head with a text into one write, but not with a buffer.
  // In Latin-1 each byte is one character.
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

/** Ends a response with these bytes and their length, which an answer to HEAD has too. */
export function sendBytes(res: ServerResponse, bytes: Buffer): void {
  res.setHeader('Content-Length', bytes.length);
  endWithBytes(res, bytes);
}

/** Sends JSON that is already in bytes, or 304 if the browser has the same answer. */
export function sendJsonBytes(res: Response, bytes: Buffer): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (res.req.fresh) res.send(bytes);
  else sendBytes(res, bytes);
}

/** Sends a value like `res.json`, but in pieces if it is large, so that a slow reader is not taken for one who stalls. */
export function sendJsonBody(res: Response, value: unknown): void {
  if (!res.get('Content-Type')) res.set('Content-Type', 'application/json');
  const text = JSON.stringify(value);
  if (text.length <= pieceBytes || res.req.fresh) {
    res.send(text);
    return;
  }
  const type = res.get('Content-Type') ?? '';
  if (!/;\s*charset=/i.test(type)) res.set('Content-Type', `${type}; charset=utf-8`);
  sendBytes(res, Buffer.from(text));
}
