import cookieParser from 'cookie-parser';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { categoryPath } from '#shared/category-path.ts';
import type { RenderedPage } from '#shared/page-bundle.ts';
import { pathTo } from '#shared/paths.ts';
import { isKnownRoute, isPublicRoute } from '#shared/routes.ts';
import type { Site } from '#shared/schemas/site.ts';
import { ownPathOf } from '#shared/site/own-path.ts';
import type { SendRedirect } from '../bff/redirects/redirects.ts';
import type { Sessions } from '../bff/session/sessions.ts';
import { disconnectSignal } from '../bff/upstream/exchange.ts';
import { AppError } from '../errors.ts';
import { wantsPage } from '../http/errors.ts';
import { sendReady } from '../http/ready-answer.ts';
import { noteFindings, noteProblems, requestIdOf } from '../http/requests.ts';
import { type Pages, sendHtml } from './document.ts';
import { formAnswerOf } from './posted-forms/answer-page-forms.ts';

/** True if a company has a published page of its own at the raw path of a request. */
export function isOwnPage({ own_pages }: Pick<Site, 'own_pages'>, requested: string) {
  if (own_pages.length === 0) return false;
  const path = ownPathOf(requested);
  return own_pages.some((page) => page.path === path);
}

/** Retry-After in seconds: `missing` for a page without its main content, `busy` for a page that got no slot. */
const retrySeconds = { missing: 30, busy: 10 };

/**
 * Renders the public pages of docs/product.md §2 with their content, for visitors without JavaScript and for search
 * engines. For an unknown address a browser gets a rendered 404 page. All other requests go to the next pass: files,
 * index.html for the admin area, and pages for visitors with a session, whose browser fetches the content itself. For
 * a missing or removed page, `lead` may send a redirect.
 */
export function servePages(pages: Pages, sessions: Sessions, lead: SendRedirect): RequestHandler {
  const parseCookies = cookieParser();
  return (req, res, next) => {
    const { path } = req;
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (formAnswerOf(res) !== undefined) answerOwn(pages, req, res, lead).catch(next);
    // A page of the company's own is the same for visitors with a session.
    else if (isRead && isOwnPage(pages.site(), path)) answerEverybody(req, res).catch(next);
    else if (isRead && isPublicRoute(path)) answerPublic(req, res, next).catch(next);
    // A missing file under /assets is never answered with a page: if an old tab requests a chunk of the last release,
    // it has to see an error.
    else if (!isKnownRoute(path) && !pages.isFile(path) && wantsPage(req, res))
      answerOwn(pages, req, res, lead).catch(next);
    else next();
  };

  async function answerPublic(req: Request, res: Response, next: NextFunction) {
    if (await hasSession(req, res)) next();
    else await answerEverybody(req, res);
  }

  async function answerEverybody(req: Request, res: Response) {
    if (!(await answerShared(pages, req, res, lead))) await answerOwn(pages, req, res, lead);
  }

  /**
   * True if the request belongs to a session. A cookie that cannot be opened counts as no cookie, as it does under
   * /api.
   */
  async function hasSession(req: Request, res: Response) {
    if (!req.headers.cookie?.includes(sessions.cookieName)) return false;
    parseCookies(req, res, () => {});
    return (await sessions.open(req.cookies[sessions.cookieName])) !== undefined;
  }
}

/** Sends the page that all visitors share. Returns false if the page has to be rendered for this visitor alone. */
async function answerShared(pages: Pages, req: Request, res: Response, lead: SendRedirect) {
  const signal = disconnectSignal(res);
  try {
    const found = await pages.shared.get(req.originalUrl, { requestId: requestIdOf(res), signal });
    if (!found) return false;
    const { value } = found;
    if (!value.prepared) noteProblems(res, value.problems);
    if (value.prepared) await sendReady(req, res, value.prepared, found);
    else if (value.page.movedTo !== undefined) redirectForGood(withQueryOf(req, value.page.movedTo), res);
    else if (!(isGone(value.page) && lead(req, res))) await sendPage(value.page, value.html, req, res);
  } catch (error) {
    await sendFailure(error, signal, pages, req, res);
  }
  return true;
}

/**
 * Renders and sends a page for this visitor alone. If it cannot be rendered, one of `pages.notices` is sent instead of
 * a bare error.
 */
async function answerOwn(pages: Pages, req: Request, res: Response, lead: SendRedirect): Promise<void> {
  const signal = disconnectSignal(res);
  const answer = formAnswerOf(res);
  const endTurn = await pages.takeSlot(signal);
  if (signal.aborted) return endTurn?.();
  // A page with a posted form is rendered even without a free slot, so that the visitor's input is not lost. Such
  // requests are few, because uploads have slots of their own.
  if (!endTurn && !answer?.outcome.rejected) return sendBusy(pages, req, res);
  try {
    const address = new URL(req.originalUrl, pages.origin).href;
    const reads = pages.openReads(req, res, { ms: pages.readsMs });
    const rendered = await pages
      .render(address, { reads, signal, outcome: answer?.outcome })
      .finally(endTurn);
    const page = answer ? withAnswer(rendered, answer) : rendered;
    if (res.destroyed) return;
    if (page.movedTo !== undefined) redirectForGood(page.movedTo, res);
    else if (!(isGone(page) && lead(req, res))) await sendPage(page, pages.makeHtml(page), req, res);
  } catch (error) {
    await sendFailure(error, signal, pages, req, res);
  }
}

async function sendFailure(error: unknown, signal: AbortSignal, pages: Pages, req: Request, res: Response) {
  if (signal.aborted) return;
  if (error instanceof AppError && error.code === 'answer.busy') {
    res.set(error.headers);
    return sendBusy(pages, req, res);
  }
  const id = requestIdOf(res);
  noteFindings(res, { code: 'request.failed' });
  noteProblems(res, [{ cause: 'bug' }]);
  pages.log.error({ id, err: error }, 'a page could not be rendered');
  if (res.headersSent) res.destroy();
  else await sendHtml(req, res, pages.notices.failed(id), { status: 500, cacheControl: 'no-store' });
}

function sendBusy(pages: Pages, req: Request, res: Response) {
  noteFindings(res, { code: 'answer.busy' });
  noteProblems(res, [{ cause: 'no_slot' }]);
  res.removeHeader('ETag');
  res.set('Retry-After', String(retrySeconds.busy));
  return sendHtml(req, res, pages.notices.busy, { status: 503, cacheControl: 'no-store' });
}

/**
 * Returns the redirect's path with the parameters of the request. The key of a cached page contains only the
 * parameters that the page reads, but a redirect has to pass on all of them.
 */
function withQueryOf(req: Request, path: string) {
  const [bare = ''] = path.split('?', 1);
  const at = req.originalUrl.indexOf('?');
  return at < 0 ? path : bare + req.originalUrl.slice(at);
}

/**
 * Redirects with 301. Caches have to revalidate the redirect each time, because the old address may become valid
 * again by a later rename.
 */
function redirectForGood(path: string, res: Response) {
  res.set('Cache-Control', 'no-cache');
  res.vary('Cookie');
  res.redirect(301, path);
}

/**
 * Returns the page with the status of the posted form, or with the page's own status if the page itself is gone. In
 * both cases the page must not be cached.
 */
function withAnswer(page: RenderedPage, { status }: { status: number }): RenderedPage {
  return { ...page, status: isGone(page) ? page.status : status, whole: false };
}

function isGone({ status }: RenderedPage) {
  return status === 404 || status === 410;
}

function sendPage(page: RenderedPage, html: string, req: Request, res: Response) {
  const mayKeep = page.status === 200 && page.whole;
  if (page.status === 503 && !res.hasHeader('Retry-After')) {
    res.set('Retry-After', String(retrySeconds.missing));
  }
  // A visitor with a session gets another page at this URL, so a cache must not use the page for requests with other
  // cookies.
  res.vary('Cookie');
  return sendHtml(req, res, html, { status: page.status, cacheControl: mayKeep ? 'no-cache' : 'no-store' });
}

const fieldPath = new RegExp(`^${pathTo('portfolio')}/([^/?]*%(?:2f|5c|25)[^/?]*)(\\?.*)?$`, 'i');

/**
 * Redirects an address that contains a title in the usual percent encoding (301). The site's own address for a title
 * such as "24/7 & 100%" leaves out the characters that a plain path cannot contain (shared/category-path.ts). This
 * pass runs before the one that refuses ambiguous targets, because that pass would refuse such an address.
 */
export function redirectEncodedTitles(): RequestHandler {
  return (req, res, next) => {
    const [, encoded = '', query = ''] = fieldPath.exec(req.url) ?? [];
    const title = req.method === 'GET' || req.method === 'HEAD' ? decoded(encoded) : undefined;
    if (title) res.redirect(301, categoryPath(title) + query);
    else next();
  };
}

/**
 * Returns the title that a path segment encodes; undefined if the segment is not text, or contains characters that no
 * title has.
 */
function decoded(segment: string) {
  try {
    const text = decodeURIComponent(segment);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no title holds
    return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
