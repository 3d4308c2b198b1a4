import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { PageOptions, RenderedPage } from '#shared/page-bundle.ts';
import { isKnownRoute, isPublicRoute } from '#shared/routes.ts';
import { disconnectSignal } from '../bff/upstream/disconnect-signal.ts';
import { AppError } from '../errors.ts';
import { chooseCoding } from '../http/accept-encoding.ts';
import { matchesEtag } from '../http/etag.ts';
import { sendBytes } from '../http/large-answers.ts';
import { requestIdOf } from '../http/request-id.ts';
import type { PageAssets } from './assets.ts';
import type { MakeDocument } from './document.ts';
import { type FormAnswer, formAnswerOf } from './posted-forms/form-answers.ts';
import type { OpenReads } from './public-reads.ts';
import { createRenderSlots, type TakeSlot } from './render-slots.ts';

/** What renders pages; product.ts constructs it. */
export interface Pages {
  /** Renders the page of a whole address. A host that fails is part of the page; what rejects is a fault of ours. */
  render: (address: string, options: PageOptions) => Promise<RenderedPage>;
  /** Paths of the pages that need no id: those that can be listed. */
  paths: readonly string[];
  /** Whole documents that need no React any more. */
  notices: Notices;
  openReads: OpenReads;
  /** Milliseconds that a read of the API host may take. */
  timeoutMs: number;
  makeDocument: MakeDocument;
  assetsOf: (sources: readonly string[]) => PageAssets;
  /** The origin under which pages are rendered. */
  origin: string;
  /** True for a path that is a file of the client. */
  isFile: (path: string) => boolean;
  /** The name of the session's cookie. */
  sessionCookie: string;
  log: Logger;
}

/** What is sent when there is no time for a page, and when one could not be made. */
interface Notices {
  busy: string;
  failed: (requestId: string) => string;
}

/** How long the reads of one page may take before it is sent with what is there, in milliseconds. */
const readsMs = 5_000;
/** Seconds after which a page whose main content is missing is worth another try, and one that found no free slot. */
const retrySeconds = { missing: 30, busy: 10 };

/**
 * The public pages of docs/product.md §2, rendered with their content: whoever has no JavaScript reads them, and search
 * engines do. An address that is none of ours is a rendered 404 for a browser. Everything else is the next pass's: files, and
 * the shell of the admin area. So is a page for somebody with a session, who may see more than a visitor: their browser
 * fetches it.
 */
export function servePages(pages: Pages): RequestHandler {
  const takeSlot = createRenderSlots({ atOnce: 4, waitMs: 2_000, turnMs: 500 });
  return (req, res, next) => {
    const path = req.originalUrl.split('?', 1)[0] ?? '';
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const isAnswer = formAnswerOf(res) !== undefined;
    if (isAnswer || (isRead && isOurs(path, req, res))) answerPage(pages, takeSlot, req, res).catch(next);
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

/** Never a bare error: a page with what is there, or one of the two notices in the site's own frame. */
async function answerPage(pages: Pages, takeSlot: TakeSlot, req: Request, res: Response): Promise<void> {
  const signal = disconnectSignal(res);
  const answer = formAnswerOf(res);
  const endTurn = await takeSlot(signal);
  if (signal.aborted) return endTurn?.();
  // A posted form is rendered even without a free slot: what somebody typed must not be lost. Such posts are few, since uploads have slots.
  if (!endTurn && !answer?.outcome.rejected) {
    res.set('Retry-After', String(retrySeconds.busy));
    return sendNotice(503, pages.notices.busy, req, res);
  }
  try {
    const address = new URL(req.originalUrl, pages.origin).href;
    const reads = pages.openReads(req, res, { ms: Math.min(readsMs, pages.timeoutMs) });
    const rendered = await pages
      .render(address, { reads, signal, outcome: answer?.outcome })
      .finally(endTurn);
    const page = answer ? withAnswer(rendered, answer) : rendered;
    if (res.destroyed) return;
    if (page.movedTo !== undefined) redirectForGood(page.movedTo, res);
    else await sendPage(page, pages.makeDocument(page, pages.assetsOf(page.files)), req, res);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof AppError && error.code === 'answer.busy') {
      res.removeHeader('ETag');
      res.set(error.headers);
      return sendNotice(503, pages.notices.busy, req, res);
    }
    const id = requestIdOf(res);
    pages.log.error({ id, err: error }, 'a page could not be rendered');
    if (res.headersSent) res.destroy();
    else await sendNotice(500, pages.notices.failed(id), req, res);
  }
}

/** A later rename may give the address back, so caches have to ask each time. */
function redirectForGood(path: string, res: Response): void {
  res.set('Cache-Control', 'no-cache');
  res.vary('Cookie');
  res.redirect(301, path);
}

/** The status is that of the posted form, unless the page itself is gone. Nobody may cache such a page. */
function withAnswer(page: RenderedPage, { status }: FormAnswer): RenderedPage {
  const isGone = page.status === 404 || page.status === 410;
  return { ...page, status: isGone ? page.status : status, whole: false };
}

async function sendPage(page: RenderedPage, html: string, req: Request, res: Response): Promise<void> {
  const mayKeep = page.status === 200 && page.whole;
  res.status(page.status);
  if (page.status === 503 && !res.hasHeader('Retry-After')) {
    res.set('Retry-After', String(retrySeconds.missing));
  }
  // With a session the same address is another page.
  res.vary('Cookie');
  res.set('Cache-Control', mayKeep ? 'no-cache' : 'no-store');
  if (mayKeep) {
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

async function sendNotice(status: number, html: string, req: Request, res: Response): Promise<void> {
  res.status(status).set('Cache-Control', 'no-store');
  await sendCompressed(html, req, res);
}

/** Weak: the same page in another coding is other bytes. */
function etagOf(html: string): string {
  return `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
}

const compress = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      // The strongest compression that costs no more than a millisecond or two a page.
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 4 }),
  identity: async (body: Buffer) => body,
};

async function sendCompressed(html: string, req: Request, res: Response): Promise<void> {
  const coding = chooseCoding(req.headers['accept-encoding'], () => true);
  const body = await compress[coding](Buffer.from(html));
  res.set('Content-Type', 'text/html; charset=utf-8');
  res.vary('Accept-Encoding');
  if (coding !== 'identity') res.set('Content-Encoding', coding);
  sendBytes(res, body);
}
