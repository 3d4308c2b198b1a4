import type { Request, RequestHandler, Response } from 'express';
import { isKnownRoute } from '#shared/routes.ts';
import type { Redirects } from './redirects.ts';

/** True if a redirect was sent for an address without a page. */
export type SendRedirect = (req: Request, res: Response) => boolean;

/** Browsers and caches store a redirect for a day only: it can be changed, and the address may get a page again. */
const cacheRule = 'max-age=86400';

/**
 * Sends 301 for a GET or HEAD if there is a redirect for its target. To be called only if the answer would be 404 or
 * 410.
 */
export function sendRedirect(redirects: Pick<Redirects, 'lead'>): SendRedirect {
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
 * Handles addresses without a page or file, and home page addresses with a query that another site has defined. A
 * page with an id or a title in its address must be looked up first: server/pages/pages.ts sends the redirect if
 * there is no such page.
 */
export function serveRedirects(lead: SendRedirect, isFile: (path: string) => boolean): RequestHandler {
  return (req, res, next) => {
    const path = req.originalUrl.split('?', 1)[0] ?? '';
    const mayBe = path === '/' ? req.originalUrl !== '/' : !isKnownRoute(path) && !isFile(path);
    if (!mayBe || !lead(req, res)) next();
  };
}
