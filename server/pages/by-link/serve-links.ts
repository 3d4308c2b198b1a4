import type { Request, RequestHandler, Response } from 'express';
import { KIB } from '#shared/limits.ts';
import { isSecretForm, type LinkKind, linkAt } from '#shared/link-paths.ts';
import type { Capabilities } from '../../bff/capabilities.ts';
import { announcedLength, sendContinue } from '../../bff/uploads/body.ts';
import { readWhole } from '../../bff/uploads/json-bodies.ts';
import type { Upstream } from '../../bff/upstream/upstream.ts';
import { AppError } from '../../errors.ts';
import { chooseCoding } from '../../http/accept-encoding.ts';
import { sendBytes } from '../../http/large-answers.ts';
import type { MinRate } from '../../http/min-rate.ts';
import { pack } from '../../http/pack.ts';
import { type AskHost, askHostFor } from './ask-host.ts';
import { html, linkDocument } from './link-document.ts';

/** What a page by link is answered with. */
export interface LinkAnswer {
  status: number;
  /** The whole document; absent with `movedTo`. */
  document?: string;
  /** A path of ours that a post leads to (303). It must hold no secret. */
  movedTo?: string;
  headers?: Record<string, string>;
}

/** Somebody who has opened a link. */
export interface LinkVisit {
  /** Looks like a secret of ours; whether it is one, the host knows. */
  secret: string;
  ask: AskHost;
  req: Request;
  res: Response;
}

/** One kind of page. Undefined, from either, is the page that says that the link does not work, the same for every reason. */
export interface LinkPage {
  /** GET and HEAD: shows, and changes nothing. Mail scanners open links before people do, and more than once. */
  show(visit: LinkVisit): Promise<LinkAnswer | undefined>;
  /** The form of the page, posted to itself; absent where it has none (405). */
  act?(visit: LinkVisit, fields: URLSearchParams): Promise<LinkAnswer | undefined>;
}

export interface LinkPagesOptions {
  pages: Partial<Record<LinkKind, LinkPage>>;
  upstream: Upstream;
  capabilities: Capabilities;
  publicUrl: URL;
  minRate?: MinRate | undefined;
}

/** A form of such a page holds a few lines. */
const maxFormBytes = 16 * KIB;
const formType = 'application/x-www-form-urlencoded';

/**
 * The pages that a link opens for somebody without an account (docs/architecture.md §5, Pages by link). Cookies mean nothing here. What
 * every such answer has, and errors before this pass too, is set with the other headers (server/http/security-headers.ts).
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
    if (!res.destroyed) await sendLinkAnswer(answer ?? noSuchLink, req, res);
  };
}

/** One and the same for a link that is wrong, over, used or taken back: whoever tries some learns nothing. */
const noSuchLink: LinkAnswer = {
  status: 404,
  document: linkDocument({
    title: 'This link doesn’t work',
    body: html`<p style="margin:0 0 1rem">It may have expired or been taken back, or part of it was lost on the way.</p>
<p style="margin:0 0 2rem">Please ask whoever sent it to you for a new one.</p>
<p style="margin:0"><a href="/" style="color:inherit;display:inline-block;padding:.25rem 0">Go to the home page</a></p>`,
  }),
};

/** Sends a page or where it leads. Nobody keeps it. */
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
 * What another site made a browser send is refused unread. A form of a page with `no-referrer` comes with the Origin `null`, which is
 * let through: who posts to the link has it, which is more than any other site knows.
 */
function refuseUnread(req: Request, publicUrl: URL): void {
  const { origin, host = '' } = req.headers;
  const site = req.headers['sec-fetch-site'];
  const own = [publicUrl.origin, `${req.protocol}://${host}`, 'null', undefined];
  const isOurs = site === undefined ? own.includes(origin) : site === 'same-origin' || site === 'none';
  if (!isOurs) throw new AppError('csrf.crossSite', 403);
  refuseOtherForms(req);
}

/** What is no small form of a page is refused unread. */
export function refuseOtherForms(req: Request): void {
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== formType || (req.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new AppError('request.typeRefused', 415, { values: { expected: formType } });
  }
  if ((announcedLength(req) ?? 0) > maxFormBytes) {
    throw new AppError('request.bodyTooLarge', 413, { values: { limit: '16 KB' } });
  }
}

/** The fields of a form that was not refused. */
export async function readFields(req: Request, res: Response, minRate?: MinRate): Promise<URLSearchParams> {
  sendContinue(req, res);
  return new URLSearchParams((await readWhole(req, res, maxFormBytes, minRate)).toString('utf8'));
}
