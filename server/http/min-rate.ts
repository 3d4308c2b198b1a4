import type { IncomingMessage } from 'node:http';
import { KIB } from '#shared/limits.ts';

/** Lowest rate at which a body may arrive: so many bytes per second on average, in every window of time. */
export interface MinRate {
  windowMs: number;
  bytesPerSecond: number;
}

/**
 * Half of what a phone achieves with hardly any signal (16 KB/s), so such a phone may be silent for half of a window.
 * A client that sends single bytes, or nothing at all, is refused after 20 to 40 seconds.
 */
export const defaultMinRate: MinRate = { windowMs: 20_000, bytesPerSecond: 8 * KIB };

/**
 * Calls `tooSlow` after each window in which fewer bytes arrived than must, until the request is complete, its
 * connection is closed, or the returned function is called.
 */
export function watchRate(
  req: IncomingMessage,
  { windowMs, bytesPerSecond }: MinRate,
  tooSlow: () => void,
): () => void {
  const { socket } = req;
  const least = (bytesPerSecond * windowMs) / 1000;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    const came = socket.bytesRead - seen;
    seen += came;
    if (req.complete || socket.destroyed) stop();
    else if (came < least) tooSlow();
  }, windowMs).unref();
  const stop = () => clearInterval(timer);
  return stop;
}
