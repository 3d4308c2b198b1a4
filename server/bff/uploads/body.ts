import type { Request, Response } from 'express';

/** True when the request carries a body, or says that it will (RFC 9112 §6.3). */
export function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** The length of the body as announced, in bytes; undefined when it comes in chunks. */
export function announcedLength(req: Request): number | undefined {
  const length = req.headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/**
 * Sends 100 Continue to a client that waits for it (RFC 9110 §10.1.1). Called by the pass that is about to read the
 * body, after every check that needs no body: a client that is refused never sends it.
 */
export function welcomeBody(req: Request, res: Response): void {
  if (req.headers.expect !== undefined && hasBody(req)) res.writeContinue();
}

const lingerMs = 5_000;

/**
 * For a refusal of a body that nobody will read to its end. Closing at once would reset the connection under a client
 * that is still sending, and the reset can overtake our answer. So what still comes is thrown away for a few seconds;
 * then the connection is closed, because the client may have announced anything.
 */
export function lingerThenClose(req: Request, res: Response): void {
  res.once('finish', () => {
    if (req.complete) return;
    setTimeout(() => {
      if (!req.complete) req.socket.destroy();
    }, lingerMs).unref();
  });
}
