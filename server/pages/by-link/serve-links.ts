import type { Request, RequestHandler, Response } from 'express';
import type { ContractRow } from '#shared/contract/index.ts';
import { KIB } from '#shared/limits.ts';
import { forgotPath, isSecretForm, type LinkKind, linkAt } from '#shared/link-paths.ts';
import { html } from '#shared/markup.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import type { Language } from '#shared/words/language.ts';
import { comesFromOurPages } from '../../bff/call.ts';
import type { Capabilities } from '../../bff/capabilities.ts';
import { announcedLength, readWhole, sendContinue } from '../../bff/uploads/bodies.ts';
import {
  dumpAnswer,
  hostFailure,
  isJson,
  isRedirect,
  readJson,
  refusalEnvelope,
  unusableAnswer,
} from '../../bff/upstream/answers.ts';
import { disconnectSignal } from '../../bff/upstream/exchange.ts';
import { upstreamHeaders } from '../../bff/upstream/headers.ts';
import { jsonBody, type Upstream } from '../../bff/upstream/upstream.ts';
import { AppError, methodNotAllowed } from '../../errors.ts';
import type { MinRate } from '../../http/connections.ts';
import { requestIdOf } from '../../http/requests.ts';
import { sendHtml } from '../document.ts';
import { linkDocument } from './link-document.ts';

/** The answer to a request for a page by link. */
export interface LinkAnswer {
  status: number;
  /** The whole HTML document. */
  document: string;
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
  /** The page at `forgotPath`, which has no secret. */
  forgot: LinkPage;
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
  const { pages, forgot, site } = options;
  return async (req, res, next) => {
    const { path } = req;
    const link = linkAt(path);
    if (!link && path !== forgotPath) return next();
    if (!link) res.set('X-Robots-Tag', 'noindex, nofollow');
    const found = await (link
      ? answerOf(options, pages[link.kind], link.secret, req, res)
      : answerOf(options, forgot, undefined, req, res));
    if (res.destroyed) return;
    // Previews are shown to people outside; the other kinds are for people who work on the site.
    const language = link?.kind === 'preview' ? site().language : 'en';
    const { status, document, headers = {} } = found ?? noSuchLink(language);
    res.set(headers);
    await sendHtml(req, res, document, { status, cacheControl: 'private, no-store' });
  };
}

/** Returns the answer of a page; undefined for a link that does not work. */
async function answerOf(
  options: LinkPagesOptions,
  page: LinkPage | undefined,
  secret: string | undefined,
  req: Request,
  res: Response,
) {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (!isRead && !(req.method === 'POST' && page?.act))
    throw methodNotAllowed(req.method, page?.act && 'GET, HEAD, POST');
  if (!isRead) refuseUnread(req, options.publicUrl, secret !== undefined);
  if (!page || (secret !== undefined && !isSecretForm(secret))) return undefined;
  const visit = { secret: secret ?? '', ask: askHostFor(options, req, res), req, res };
  return isRead ? page.show(visit) : page.act?.(visit, await readFields(req, res, options.minRate));
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

/**
 * Refuses requests that other sites caused, and every body that is not a small form, without reading it. A form on a
 * page with the referrer policy `no-referrer` has the Origin `null`. Behind a link this Origin is accepted, because the
 * sender of the form knows the link, which no other site does.
 */
function refuseUnread(req: Request, publicUrl: URL, hasSecret: boolean) {
  const isWithoutOrigin = req.headers['sec-fetch-site'] === undefined && req.headers.origin === 'null';
  if (!(hasSecret && isWithoutOrigin) && !comesFromOurPages(req, publicUrl))
    throw new AppError('csrf.crossSite', 403);
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== formType || (req.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new AppError('request.typeRefused', 415, { values: { expected: formType } });
  }
  if ((announcedLength(req) ?? 0) > maxFormBytes) {
    throw new AppError('request.bodyTooLarge', 413, { values: { limit: '16 KB' } });
  }
}

/** Reads the fields of an accepted form. */
async function readFields(req: Request, res: Response, minRate?: MinRate) {
  sendContinue(req, res);
  return new URLSearchParams((await readWhole(req, res, maxFormBytes, minRate)).toString('utf8'));
}

/** The host's answer to a call of a page by link. */
interface HostAnswer {
  status: number;
  envelope: Partial<Envelope>;
}

/**
 * Makes a public POST call of the contract for a person who opened a link. The secret is sent in the body, because
 * URLs get into logs. Undefined if the host lacks the call. Rejects with AppError when the host fails.
 */
type AskHost = (row: ContractRow, body: unknown) => Promise<HostAnswer | undefined>;

/** Returns the function that makes the calls of one request. The calls contain nothing of a session. */
function askHostFor(
  { upstream, capabilities }: { upstream: Upstream; capabilities: Capabilities },
  req: Request,
  res: Response,
): AskHost {
  return async (row, body) => {
    if (!capabilities.has(row)) return undefined;
    const json = jsonBody(body);
    const answer = await upstream.request({
      method: row.method,
      path: row.path,
      row,
      headers: {
        ...upstreamHeaders(req, {
          url: upstream.url,
          requestId: requestIdOf(res),
          body: { contentType: 'application/json', length: json.bytes.length },
          without: ['accept', 'if-none-match', 'if-modified-since', 'range'],
        }),
        accept: 'application/json',
      },
      json,
      signal: disconnectSignal(res),
    });
    const { status } = answer;
    if (status >= 500) throw await hostFailure(answer);
    if (isRedirect(status) || !isJson(answer)) {
      dumpAnswer(answer);
      if (status === 404 || status === 405) return undefined;
      throw unusableAnswer(new Error(`status ${status} to ${row.name}`));
    }
    const answered = await readJson(answer);
    const envelope: Partial<Envelope> = refusalEnvelope(status, answered) ?? {};
    if (capabilities.isMissing(row, status, envelope.message)) return undefined;
    return { status, envelope: status < 300 ? (answered as Partial<Envelope>) : envelope };
  };
}
