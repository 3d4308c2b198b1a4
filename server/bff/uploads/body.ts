import type { Request, Response } from 'express';
import { AppError } from '../../errors.ts';
import { hasBody } from '../../http/connections.ts';
import { type MinRate, watchRate } from '../../http/min-rate.ts';

/** Returns the announced length of the body, in bytes; undefined if it is chunked. */
export function announcedLength(req: Request): number | undefined {
  const length = req.headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/**
 * Sends 100 Continue to a client that waits for it before it sends a body (RFC 9110 §10.1.1). Call it in the handler
 * that reads the body, after all checks that need no body, so that a client that is refused never sends its body.
 */
export function sendContinue(req: Request, res: Response): void {
  if (req.headers.expect !== undefined && hasBody(req)) res.writeContinue();
}

/**
 * Measures the rate at which a body arrives, until the body is complete or the response closes. If the rate is too
 * low, calls `tooSlow` with the error 408 `request.tooSlow`, which the reader of the body has to pass on; the
 * connection is closed after the answer.
 */
export function enforceMinRate(
  req: Request,
  res: Response,
  minRate: MinRate,
  tooSlow: (refusal: AppError) => void,
): void {
  if (req.complete || res.destroyed) return;
  const stop = watchRate(req, minRate, () => {
    // If received bytes have not been read yet, the delay is caused by this site's disk and not by the sender.
    if (req.readableLength > 0) return;
    stop();
    lingerThenClose(req, res, tooSlowLingerMs);
    tooSlow(new AppError('request.tooSlow', 408));
  });
  res.once('close', stop);
}

const defaultLingerMs = 5_000;
/**
 * Milliseconds for which further bytes of a slow client are discarded. The time is short, because such a client has
 * few bytes in transit.
 */
const tooSlowLingerMs = 1_000;

/**
 * Closes the connection of a refused request some time after the answer; called when the body is not read to its end.
 * Closing immediately would reset the connection while the client is still sending, and the reset can overtake the
 * answer. So further bytes are discarded for `lingerMs`. Then the connection is closed, because the announced length
 * may be arbitrarily large.
 */
export function lingerThenClose(req: Request, res: Response, lingerMs = defaultLingerMs): void {
  res.once('finish', () => {
    if (req.complete) return;
    setTimeout(() => {
      if (!req.complete) req.socket.destroy();
    }, lingerMs).unref();
  });
}
