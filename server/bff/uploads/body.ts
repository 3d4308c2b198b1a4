import type { Request, Response } from 'express';
import { AppError } from '../../errors.ts';
import { leastBytes, type MinRate } from '../../http/min-rate.ts';

/** True if the request has or announces a body (RFC 9112 §6.3). */
export function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** Returns the announced length of the body, in bytes; undefined if it is chunked. */
export function announcedLength(req: Request): number | undefined {
  const length = req.headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/**
 * Sends 100 Continue to a client that waits for it (RFC 9110 §10.1.1). Called by the pass that is about to read the
 * body, after every check that needs no body: a refused client never sends it.
 */
export function sendContinue(req: Request, res: Response): void {
  if (req.headers.expect !== undefined && hasBody(req)) res.writeContinue();
}

/**
 * Watches a body until it is complete or the response closes. `tooSlow` receives the refusal, 408 `request.tooSlow`,
 * for the reader of the body to pass on; the connection is closed after the refusal is sent.
 */
export function enforceMinRate(
  req: Request,
  res: Response,
  minRate: MinRate,
  tooSlow: (refusal: AppError) => void,
): void {
  if (req.complete || res.destroyed) return;
  const least = leastBytes(minRate);
  let seen = req.socket.bytesRead;
  const timer = setInterval(() => {
    const read = req.socket.bytesRead;
    const came = read - seen;
    seen = read;
    if (req.complete) {
      stop();
      // Received bytes that were not read yet wait for this site's disk, which is not the sender's fault.
    } else if (came < least && req.readableLength === 0) {
      stop();
      lingerThenClose(req, res, tooSlowLingerMs);
      tooSlow(new AppError('request.tooSlow', 408));
    }
  }, minRate.windowMs).unref();
  const stop = () => clearInterval(timer);
  res.once('close', stop);
}

const defaultLingerMs = 5_000;
/** Such a slow client can have few bytes in transit. */
const tooSlowLingerMs = 1_000;

/**
 * Called for a refusal of a body that is not read to its end. Closing immediately would reset the connection under a
 * client that is still sending, and the reset can overtake the answer. Further bytes are therefore discarded for
 * `lingerMs`; then the connection is closed, because the announced length may be arbitrary.
 */
export function lingerThenClose(req: Request, res: Response, lingerMs = defaultLingerMs): void {
  res.once('finish', () => {
    if (req.complete) return;
    setTimeout(() => {
      if (!req.complete) req.socket.destroy();
    }, lingerMs).unref();
  });
}
