import type { Request, RequestHandler, Response } from 'express';
import { isKnownRoute } from '#shared/routes.ts';
import type { Redirects } from './redirects.ts';

/** Sends a redirect if there is one for a request without a page; returns true if it was sent. */
export type SendRedirect = (req: Request, res: Response) => boolean;

/**
 * Browsers and caches may store a redirect for one day only, because the redirect can be changed and its old address
 * may get a page again.
 */
const cacheRule = 'max-age=86400';

/**
 * Returns a function that sends 301 for a GET or HEAD if there is a redirect for the requested target. Call the
 * function only if the answer would otherwise be 404 or 410.
 */
export function sendRedirect(redirects: Redirects): SendRedirect {
  return (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    const location = redirects.lead(req.originalUrl);
    if (location === undefined) return false;
    res.set('Cache-Control', cacheRule);
    res.redirect(301, location);
    return true;
  };
}

/**
 * Sends redirects for addresses that cannot be a page or file of this site, and for home page addresses with the
 * query of a former site. A page with an id or a title in its address has to be looked up first:
 * server/pages/pages.ts sends the redirect if that page does not exist.
 */
export function serveRedirects(lead: SendRedirect, isFile: (path: string) => boolean): RequestHandler {
  return (req, res, next) => {
    const path = req.originalUrl.split('?', 1)[0] ?? '';
    const mayBe = path === '/' ? req.originalUrl !== '/' : !isKnownRoute(path) && !isFile(path);
    if (!mayBe || !lead(req, res)) next();
  };
}
