import type { Request, RequestHandler } from 'express';
import { AppError } from '../../errors.ts';

/**
 * Refuses unsafe requests that another site made a browser send (server/bff/csrf/README.md): 403 before any of
 * the body is read. Three independent checks: Sec-Fetch-Site, which no page can forge; Origin for browsers without
 * it; and X-CSRF: 1, which a page of another origin cannot set without a CORS permission that this site never grants.
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
 * True unless the browser states that another site caused the request; a request without that information is
 * accepted.
 */
export function comesFromOurPages(req: Request, publicUrl: URL): boolean {
  const site = req.headers['sec-fetch-site'];
  // `none` means that the person caused it, e.g. by a bookmark. A value that no browser sends proves nothing.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = req.headers;
  if (origin === undefined) return true;
  return origin === publicUrl.origin || origin === ownOrigin(req);
}

/** Returns the origin that the caller requested: scheme and Host header, in the form of a browser. */
function ownOrigin(req: Request): string | undefined {
  const address = `${req.protocol}://${req.headers.host ?? ''}`;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
