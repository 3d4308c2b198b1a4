import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { KIB } from '#shared/limits.ts';

/**
 * Largest body in bytes that is copied to be written together with the head. For a larger body the copy costs more
 * than a second write.
 */
const copiedBytes = 16 * KIB;

/** Ends a response with these bytes. Node leaves out the body of an answer to HEAD. */
export function endWithBytes(res: ServerResponse, bytes: Buffer): void {
  // A short body is written as text, because Node joins the head with a text into one write, but not with a buffer.
  // In Latin-1 each byte is one character.
  if (bytes.length <= copiedBytes) res.end(bytes.toString('latin1'), 'latin1');
  else res.end(bytes);
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
