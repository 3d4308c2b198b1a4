import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

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
