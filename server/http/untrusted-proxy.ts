import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

/**
 * Says once that X-Forwarded-For arrives while no proxy is trusted. Behind a proxy that is a mistake that nobody sees until it
 * hurts: all visitors are one address, and the first who mistypes a password five times locks sign-in for everybody.
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
        'X-Forwarded-For arrives, but TRUST_PROXY is off. If a proxy stands in front of this server, set TRUST_PROXY (1 for one ' +
          'proxy): until then all visitors count as one address. If there is none, somebody made the header up, and all is well.',
      );
    }
    next();
  };
}
