import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client whose request was answered early may go on sending, in milliseconds; as in bff/uploads/body.ts. */
const defaultLingerMs = 5_000;

/**
 * Node destroys a connection (`socket.destroySoon`) after the last answer on it, even while its request is still arriving: the system then
 * resets it, and the client (usually a proxy) may lose an answer that has been sent. So only our side is closed, and what still
 * arrives is discarded until the request ends, for `lingerMs` at most (RFC 9112 §9.6). For requests with a body, of any length;
 * connections that stay open are not affected.
 */
export function lingerOnClose(req: IncomingMessage, lingerMs = defaultLingerMs): void {
  const { socket } = req;
  // Replaces the closing of an earlier request on the same connection.
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
