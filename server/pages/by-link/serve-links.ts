import type { Request, RequestHandler, Response } from 'express';
import { KIB } from '#shared/limits.ts';
import { isSecretForm, type LinkKind, linkAt } from '#shared/link-paths.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import type { Language } from '#shared/words/language.ts';
import type { Capabilities } from '../../bff/capabilities.ts';
import { announcedLength, sendContinue } from '../../bff/uploads/body.ts';
import { readWhole } from '../../bff/uploads/json-bodies.ts';
import type { Upstream } from '../../bff/upstream/upstream.ts';
import { AppError } from '../../errors.ts';
import { chooseCoding } from '../../http/accept-encoding.ts';
import { pack } from '../../http/compress.ts';
import { sendBytes } from '../../http/end-with.ts';
import type { MinRate } from '../../http/min-rate.ts';
import { type AskHost, askHostFor } from './ask-host.ts';
import { html, linkDocument } from './link-document.ts';

/** The answer to a request for a page by link. */
export interface LinkAnswer {
  status: number;
  /** The whole HTML document; absent if `movedTo` is set. */
  document?: string;
  /** Path on this site to which the answer to a posted form redirects (303). It must not contain a secret. */
  movedTo?: string;
  headers?: Record<string, string>;
}

/** A request by a person who has opened a link. */
export interface LinkVisit {
  /** Text in the format of a secret; only the host knows whether it is valid. */
  secret: string;
  ask: AskHost;
  req: Request;
  res: Response;
}

/**
 * One kind of page by link. If `show` or `act` returns undefined, the visitor gets the page for links that do not
 * work. That page is the same for every reason.
 */
export interface LinkPage {
  /**
   * Returns the page for GET and HEAD, and changes nothing: mail scanners open links before people do, and more than
   * once.
   */
  show(visit: LinkVisit): Promise<LinkAnswer | undefined>;
  /**
   * Handles the form of the page, which is posted to the page's own URL. Absent if the page has no form; a post is
   * then answered with 405.
   */
  act?(visit: LinkVisit, fields: URLSearchParams): Promise<LinkAnswer | undefined>;
}

interface LinkPagesOptions {
  pages: Partial<Record<LinkKind, LinkPage>>;
  upstream: Upstream;
  capabilities: Capabilities;
  publicUrl: URL;
  site: LiveSite;
  minRate?: MinRate;
}

/** Maximum size, in bytes, of the posted form of a page by link, which has only a few lines. */
const maxFormBytes = 16 * KIB;
const formType = 'application/x-www-form-urlencoded';

/**
 * Serves the pages that a link opens for a person without an account (server/pages/by-link/README.md). Cookies are
 * ignored. server/http/security-headers.ts sets the special headers of these pages, so that errors that occur before
 * this pass have them too.
 */
export function serveLinkPages(options: LinkPagesOptions): RequestHandler {
  return async (req, res, next) => {
    const link = linkAt(req.originalUrl.split('?', 1)[0] ?? '');
    if (!link) return next();
    const page = options.pages[link.kind];
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!isRead && !(req.method === 'POST' && page?.act)) throw notAllowed(req.method, page);
    if (!isRead) refuseUnread(req, options.publicUrl);
    const visit = { secret: link.secret, ask: askHostFor(options, req, res), req, res };
    const answer =
      page && isSecretForm(link.secret)
        ? await (isRead ? page.show(visit) : page.act?.(visit, await readFields(req, res, options.minRate)))
        : undefined;
    if (!res.destroyed)
      await sendLinkAnswer(answer ?? noSuchLink(languageOfPage(link.kind, options.site)), req, res);
  };
}

/** Previews are shown to people outside; the other kinds are for people who work on the site. */
function languageOfPage(kind: LinkKind, site: LiveSite): Language {
  return kind === 'preview' ? site().language : 'en';
}

/**
 * Returns the answer for every link that is wrong, expired, used or revoked. It is always the same, so that guessing
 * links reveals nothing.
 */
function noSuchLink(language: Language): LinkAnswer {
  const words = wordsOf(language);
  const body = html`<p style="margin:0 0 1rem">${words('deadLink.why')}</p>
<p style="margin:0 0 2rem">${words('deadLink.ask')}</p>
<p style="margin:0"><a href="/" style="color:inherit;display:inline-block;padding:.25rem 0">${words('error.home')}</a></p>`;
  return { status: 404, document: linkDocument({ title: words('deadLink.title'), body, language }) };
}

/** Sends a page or a redirect that must not be cached. */
export async function sendLinkAnswer(answer: LinkAnswer, req: Request, res: Response): Promise<void> {
  res.status(answer.status).set({ ...answer.headers, 'Cache-Control': 'private, no-store' });
  if (answer.movedTo !== undefined) {
    res.status(303).set('Location', answer.movedTo).end();
    return;
  }
  const coding = chooseCoding(req.headers['accept-encoding'], () => true);
  const body = await pack(Buffer.from(answer.document ?? ''), coding);
  res.set('Content-Type', 'text/html; charset=utf-8').vary('Accept-Encoding');
  if (coding !== 'identity') res.set('Content-Encoding', coding);
  sendBytes(res, body);
}

function notAllowed(method: string, page: LinkPage | undefined): AppError {
  const allow = page?.act ? 'GET, HEAD, POST' : 'GET, HEAD';
  return new AppError('request.methodNotAllowed', 405, {
    values: { method, allow },
    headers: { Allow: allow },
  });
}

/**
 * Refuses requests that other sites caused, without reading the body. A form on a page with the referrer policy
 * `no-referrer` has the Origin `null`. This Origin is accepted, because the sender of the form knows the link, which
 * no other site does.
 */
function refuseUnread(req: Request, publicUrl: URL): void {
  const { origin, host = '' } = req.headers;
  const site = req.headers['sec-fetch-site'];
  const own = [publicUrl.origin, `${req.protocol}://${host}`, 'null', undefined];
  const isOurs = site === undefined ? own.includes(origin) : site === 'same-origin' || site === 'none';
  if (!isOurs) throw new AppError('csrf.crossSite', 403);
  refuseOtherForms(req);
}

/** Refuses every body that is not a small form, without reading it. */
export function refuseOtherForms(req: Request): void {
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== formType || (req.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new AppError('request.typeRefused', 415, { values: { expected: formType } });
  }
  if ((announcedLength(req) ?? 0) > maxFormBytes) {
    throw new AppError('request.bodyTooLarge', 413, { values: { limit: '16 KB' } });
  }
}

/** Reads the fields of an accepted form. */
export async function readFields(req: Request, res: Response, minRate?: MinRate): Promise<URLSearchParams> {
  sendContinue(req, res);
  return new URLSearchParams((await readWhole(req, res, maxFormBytes, { minRate })).toString('utf8'));
}
