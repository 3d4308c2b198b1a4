import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import express, { type Application, type Express } from 'express';

const expressIp = Object.getOwnPropertyDescriptor(express.request, 'ip')?.get;

/**
 * The address that sent a request, as limits count it: what Express takes from X-Forwarded-For, without the port that some proxies add
 * to it. What is no address anybody can make up anew: it counts as the proxy's own.
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
 * The address that sent a request, for what answers before Express does: the connection's own, or what a trusted proxy says
 * (TRUST_PROXY). Which proxies are trusted only Express knows, so it is Express that is asked.
 */
export function addressFor(app: Express): (req: IncomingMessage) => string | undefined {
  if (app.get('trust proxy') === false) return ({ socket }) => socket.remoteAddress;
  return ({ headers, socket }) => {
    const asExpress = { app, headers, socket, connection: socket };
    return visitorAddress(asExpress);
  };
}

/**
 * True for a request over the connection of a trusted proxy; `trustProxy` is TRUST_PROXY, which again only Express knows how to read.
 */
export function isFromProxy(trustProxy: boolean | number | string): (req: IncomingMessage) => boolean {
  if (trustProxy === false) return () => false;
  const trusts: (address: string | undefined, hop: number) => boolean = express()
    .set('trust proxy', trustProxy)
    .get('trust proxy fn');
  return ({ socket }) => trusts(socket.remoteAddress, 0);
}
