import type { Request, RequestHandler } from 'express';
import { AppError } from '../../errors.ts';

/**
 * Refuses with 403 an unsafe request that another site made a browser send (server/bff/csrf/README.md), before its
 * body is read. Makes three independent checks: Sec-Fetch-Site, which no page can forge; Origin, for browsers without
 * Sec-Fetch-Site; and X-CSRF: 1, which a page of another origin cannot set without a CORS permission that this site
 * never grants.
 */
export function refuseForgedRequests(publicUrl: URL): RequestHandler {
  return (req, _res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') {
      next();
      return;
    }
    if (!comesFromOurPages(req, publicUrl)) throw new AppError('csrf.crossSite', 403);
    if (req.headers['x-csrf'] !== '1') throw new AppError('csrf.headerMissing', 403);
    next();
  };
}

/**
 * True unless the browser's headers show that another site caused the request. A request without such headers is
 * accepted.
 */
export function comesFromOurPages(req: Request, publicUrl: URL): boolean {
  const site = req.headers['sec-fetch-site'];
  // `none` means that the person caused the request, e.g. with a bookmark. A value that no browser sends is refused.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = req.headers;
  if (origin === undefined) return true;
  return origin === publicUrl.origin || origin === ownOrigin(req);
}

/**
 * Returns the origin at which the request arrived, made of the scheme and the Host header and spelled as browsers
 * spell an origin.
 */
function ownOrigin(req: Request): string | undefined {
  const address = `${req.protocol}://${req.headers.host ?? ''}`;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
