import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { isKnownRoute, isPublicRoute } from '#shared/routes.ts';
import { leavingSignal } from '../bff/upstream/leaving.ts';
import { chooseCoding } from '../http/accept-encoding.ts';
import { matchesEtag } from '../http/etag.ts';
import type { PageAssets } from './assets.ts';
import type { Renderer } from './bundle.ts';
import type { MakeDocument } from './document.ts';

/** What renders pages; main.ts constructs it. */
export interface Pages extends Renderer {
  makeDocument: MakeDocument;
  assetsOf: (sources: readonly string[]) => PageAssets;
  /** The origin under which pages are rendered. */
  origin: string;
  /** True for a path that is a file of the client. */
  isFile: (path: string) => boolean;
  /** The name of the session's cookie. */
  sessionCookie: string;
}

/** How long the reads of one page may take before it is sent with what is there, in milliseconds. */
const readsMs = 5_000;

/**
 * The public pages of SPEC §2, rendered with their content: whoever has no JavaScript reads them, and search engines do. An
 * address that is none of ours is a rendered 404 for a browser. Everything else is the next pass's: files, and the shell of
 * the admin area. So is a page for somebody with a session, who may see more than a visitor: their browser fetches it.
 */
export function servePages(pages: Pages): RequestHandler {
  return (req, res, next) => {
    const path = req.originalUrl.split('?', 1)[0] ?? '';
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (isRead && isOurs(path, req, res)) renderPage(pages, req, res).catch(next);
    else next();
  };

  function isOurs(path: string, req: Request, res: Response): boolean {
    if (isPublicRoute(path)) return !hasSession(req);
    // A missing /assets file is never a page: an old tab that asks for a chunk of the last release has to see it fail.
    if (isKnownRoute(path) || pages.isFile(path) || path.startsWith('/assets/')) return false;
    res.vary('Accept');
    return req.accepts(['json', 'html']) === 'html';
  }

  function hasSession(req: Request): boolean {
    return (req.headers.cookie ?? '')
      .split(/;\s*/)
      .some((pair) => pair.startsWith(`${pages.sessionCookie}=`));
  }
}

async function renderPage(pages: Pages, req: Request, res: Response): Promise<void> {
  const signal = AbortSignal.any([leavingSignal(res), AbortSignal.timeout(readsMs)]);
  const page = await pages.render(new URL(req.originalUrl, pages.origin).href, signal);
  if (res.destroyed) return;
  res.status(page.status);
  if (page.status === 503) res.set('Retry-After', '30');
  // With a session the same address is another page.
  res.vary('Cookie');
  res.set('Cache-Control', page.status === 200 ? 'no-cache' : 'no-store');
  res.set('Content-Type', 'text/html; charset=utf-8');
  const html = pages.makeDocument(page, pages.assetsOf(page.files));
  if (page.status === 200) {
    const etag = etagOf(html);
    res.set('ETag', etag);
    res.vary('Accept-Encoding');
    if (matchesEtag(req.headers['if-none-match'], etag)) {
      res.status(304).end();
      return;
    }
  }
  await sendCompressed(html, req, res);
}

/** Weak: the same page in another coding is other bytes. */
function etagOf(html: string): string {
  return `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
}

const compress = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      // As dense as it gets before it costs more than a millisecond or two a page.
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 4 }),
  identity: async (body: Buffer) => body,
};

async function sendCompressed(html: string, req: Request, res: Response): Promise<void> {
  const coding = chooseCoding(req.headers['accept-encoding'], () => true);
  const body = await compress[coding](Buffer.from(html));
  res.vary('Accept-Encoding');
  if (coding !== 'identity') res.set('Content-Encoding', coding);
  res.set('Content-Length', String(body.length));
  // Node leaves the body out of an answer to HEAD.
  res.end(body);
}
