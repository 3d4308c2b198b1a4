import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import express, { type Application, type Express } from 'express';

const expressIp = Object.getOwnPropertyDescriptor(express.request, 'ip')?.get;

/**
 * Returns the IP address that sent a request, for use in limits. It is the address that Express reads from
 * X-Forwarded-For, without the port that some proxies add. A client can send any text there; a text that is not an IP
 * address is replaced by the proxy's own address.
 */
export function visitorAddress(
  req: Pick<IncomingMessage, 'headers' | 'socket'> & { app?: Application },
): string | undefined {
  if (!expressIp) throw new Error('This version of Express has no req.ip.');
  const said: string | undefined = expressIp.call(req);
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(said ?? '') ?? [];
  const plain = v6 ?? v4 ?? said;
  return plain !== undefined && isIP(plain) ? plain : req.socket.remoteAddress;
}

/**
 * Returns a function that finds the IP address of a request before Express runs: the connection's own, or the one
 * that a trusted proxy states (TRUST_PROXY). Express parses that setting, so Express decides which proxies are
 * trusted.
 */
export function addressFor(app: Express): (req: IncomingMessage) => string | undefined {
  if (app.get('trust proxy') === false) return ({ socket }) => socket.remoteAddress;
  return ({ headers, socket }) => {
    const asExpress = { app, headers, socket, connection: socket };
    return visitorAddress(asExpress);
  };
}

/**
 * Returns a function that is true for a request from a trusted proxy. `trustProxy` is TRUST_PROXY, as Express
 * understands it.
 */
export function isFromProxy(trustProxy: boolean | number | string): (req: IncomingMessage) => boolean {
  if (trustProxy === false) return () => false;
  const trusts: (address: string | undefined, hop: number) => boolean = express()
    .set('trust proxy', trustProxy)
    .get('trust proxy fn');
  return ({ socket }) => trusts(socket.remoteAddress, 0);
}
