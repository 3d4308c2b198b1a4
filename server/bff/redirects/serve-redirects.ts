import type { Request, RequestHandler, Response } from 'express';
import { isKnownRoute } from '#shared/routes.ts';
import type { Redirects } from './redirects.ts';

/** Whether this visitor was led on from an address that is nobody's any more. */
export type LeadOn = (req: Request, res: Response) => boolean;

/** Browsers and caches believe it for a day: a redirect can be changed, and the address may have a page again. */
const cacheRule = 'max-age=86400';

/** Leads a GET or HEAD on by 301, if there is a redirect for its target; ask only where the answer would be 404 or 410. */
export function leadOn(redirects: Pick<Redirects, 'lead'>): LeadOn {
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
 * The addresses that no page and no file has, and those of the home page with a query that somebody else's site has given a meaning.
 * A page with an id or a title in its address has to be asked for first: server/pages/pages.ts leads on where there is none.
 */
export function serveRedirects(lead: LeadOn, isFile: (path: string) => boolean): RequestHandler {
  return (req, res, next) => {
    const path = req.originalUrl.split('?', 1)[0] ?? '';
    const mayBe = path === '/' ? req.originalUrl !== '/' : !isKnownRoute(path) && !isFile(path);
    if (!mayBe || !lead(req, res)) next();
  };
}
