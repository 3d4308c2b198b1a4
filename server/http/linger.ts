import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long a client may continue to send after its request was answered early, in milliseconds; as in
 * bff/uploads/body.ts.
 */
const defaultLingerMs = 5_000;

/**
 * Closes only our side of a connection after the last answer, and discards what still arrives until the request ends,
 * for `lingerMs` at most (RFC 9112 §9.6). Node would destroy the connection (`socket.destroySoon`) even while the
 * request is still arriving: the system then resets it, and the client (usually a proxy) may lose an answer that has
 * been sent. For requests with a body, of any length; connections that stay open are not affected.
 */
export function lingerOnClose(req: IncomingMessage, lingerMs = defaultLingerMs): void {
  const { socket } = req;
  // Replaces the handler of an earlier request on the same connection.
  socket.destroySoon = () => {
    if (req.complete || socket.destroyed) return closeAtOnce(socket);
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(timer));
    req.once('end', () => closeAtOnce(socket));
    req.unpipe();
    req.resume();
    socket.end();
  };
}

/** Closes a connection once everything is written, as the socket does without `lingerOnClose`. */
function closeAtOnce(socket: Socket): void {
  Reflect.deleteProperty(socket, 'destroySoon');
  socket.destroySoon();
}
