import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { IsFromProxy } from './requests.ts';

const addressKey = Symbol('address');

/** Creates an Express app with the settings of the site; `trustProxy` is TRUST_PROXY. */
export function createExpressApp(trustProxy: boolean | number | string) {
  const app = express();
  // With this setting Express's error pages never contain stack traces, regardless of NODE_ENV.
  app.set('env', 'production');
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy);
  const findAddress = addressFor(app);
  // `app.request` is where Express lets an app extend its requests. `ip` is replaced for all requests of this app, and
  // found once for each: several passes ask for it.
  Object.defineProperty(app.request, 'ip', {
    configurable: true,
    enumerable: true,
    get: function ip(this: typeof app.request & { [addressKey]?: string | undefined }) {
      this[addressKey] ??= findAddress(this);
      return this[addressKey];
    },
  });
  return app;
}

const expressIp = Object.getOwnPropertyDescriptor(express.request, 'ip')?.get;

/**
 * Returns a function that finds the IP address that sent a request, for use in limits; before Express runs too. It is the
 * connection's own, or the one that a trusted proxy states (TRUST_PROXY): Express reads it from X-Forwarded-For, and the
 * port that some proxies add is left out. A client can send any text there; a text that is not an IP address is replaced
 * by the proxy's own address.
 */
export function addressFor(app: Express): (req: IncomingMessage) => string | undefined {
  if (app.get('trust proxy') === false) return ({ socket }) => socket.remoteAddress;
  return ({ headers, socket }) => {
    if (!expressIp) throw new Error('This version of Express has no req.ip.');
    const said: string | undefined = expressIp.call({ app, headers, socket, connection: socket });
    const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(said ?? '') ?? [];
    const plain = v6 ?? v4 ?? said;
    return plain !== undefined && isIP(plain) ? plain : socket.remoteAddress;
  };
}

/** Returns a function that is true for a request from a trusted proxy (TRUST_PROXY, as Express understands it). */
export function isFromProxy(app: Express): IsFromProxy {
  const trusts: (address: string | undefined, hop: number) => boolean = app.get('trust proxy fn');
  return ({ socket }) => trusts(socket.remoteAddress, 0);
}

/**
 * Warns once if a request has X-Forwarded-For although no proxy is trusted. Behind a proxy this mistake is not
 * noticed until it does harm: all visitors seem to have the same IP address, so the first who mistypes a password
 * five times locks sign-in for everyone.
 */
export function warnOfUntrustedProxy(
  { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>,
  log: Logger,
): RequestHandler {
  let isSilent = TRUST_PROXY !== false;
  return (req, _res, next) => {
    if (!isSilent && req.headers['x-forwarded-for'] !== undefined) {
      isSilent = true;
      log.warn(
        'X-Forwarded-For was received, but TRUST_PROXY is off. If this server is behind a proxy, set TRUST_PROXY (1 for one ' +
          'proxy): until then, all visitors count as one address. If it is not, the client forged the header, and you can ignore this.',
      );
    }
    next();
  };
}
