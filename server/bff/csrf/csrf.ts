import type { Request, RequestHandler } from 'express';
import { AppError } from '../../errors.ts';

/**
 * Refuses unsafe requests that another site made a browser send (docs/architecture.md §5, CSRF): 403 before anything is read.
 * Three independent signs: Sec-Fetch-Site, which no page can forge; Origin where a browser lacks it; and X-CSRF: 1, which a
 * page of another origin cannot set without a CORS permission that we never give.
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

/** True unless the browser says that another site made it send this request; one that says nothing is let in. */
export function comesFromOurPages(req: Request, publicUrl: URL): boolean {
  const site = req.headers['sec-fetch-site'];
  // `none` is the person's own doing, e.g. a bookmark. A value that no browser sends is no proof of anything.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = req.headers;
  if (origin === undefined) return true;
  return origin === publicUrl.origin || origin === ownOrigin(req);
}

/** The origin that the caller itself asked for: scheme and Host header, as a browser would write it. */
function ownOrigin(req: Request): string | undefined {
  const address = `${req.protocol}://${req.headers.host ?? ''}`;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
