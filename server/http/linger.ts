import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** How long somebody whose request was answered early may go on sending, in milliseconds; as uploads/body.ts has it. */
const defaultLingerMs = 5_000;

/**
 * Node closes a connection with the last answer on it, also while its request is still coming: the system then resets it, and whoever
 * sends (a proxy, as a rule) may lose an answer that is there. So only our side is closed, and what still comes is thrown away until it
 * ends, for `lingerMs` at most (RFC 9112 §9.6). For requests with a body, of any length; those that keep their connection are not touched.
 */
export function lingerOnClose(req: IncomingMessage, lingerMs = defaultLingerMs): void {
  const { socket } = req;
  const close = () => Socket.prototype.destroySoon.call(socket);
  // Each request of a connection puts its own in the place of the one before.
  socket.destroySoon = () => {
    socket.destroySoon = close;
    if (req.complete || socket.destroyed) return close();
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(timer));
    req.once('end', close);
    req.unpipe();
    req.resume();
    socket.end();
  };
}
