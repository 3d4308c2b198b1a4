import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long a client may continue to send after its request was answered early, in milliseconds. The same as in
 * bff/uploads/body.ts.
 */
const defaultLingerMs = 5_000;

/**
 * After the last answer, closes only this server's side of the connection. Bytes that still arrive are discarded
 * until the request ends, for at most `lingerMs` (RFC 9112 §9.6). Without this, Node destroys the connection even
 * while the request is still arriving (`socket.destroySoon`), and the client, usually a proxy, may lose the answer.
 * For requests with a body; connections that stay open are not affected.
 */
export function lingerOnClose(req: IncomingMessage, lingerMs = defaultLingerMs): void {
  const { socket } = req;
  // Replaces the method that an earlier request on the same connection may have set.
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

/** Restores the socket's own method and calls it: it closes the connection once everything is written. */
function closeAtOnce(socket: Socket): void {
  Reflect.deleteProperty(socket, 'destroySoon');
  socket.destroySoon();
}
