import type { IncomingMessage } from 'node:http';
import express, { type Express } from 'express';

/**
 * The address that sent a request, for what answers before Express does: the connection's own, or what a trusted proxy says
 * (TRUST_PROXY). Which proxies are trusted only Express knows, so it is Express that is asked.
 */
export function addressFor(app: Express): (req: IncomingMessage) => string | undefined {
  if (app.get('trust proxy') === false) return ({ socket }) => socket.remoteAddress;
  const ip = Object.getOwnPropertyDescriptor(express.request, 'ip')?.get;
  if (!ip) throw new Error('This version of Express has no req.ip.');
  return ({ headers, socket }) => ip.call({ app, headers, socket, connection: socket });
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
