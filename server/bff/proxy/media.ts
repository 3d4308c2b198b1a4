import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { methodNotAllowed } from '../../errors.ts';
import { requestIdOf } from '../../http/requests.ts';
import { isMediaPath } from '../upstream/addresses.ts';
import { dumpAnswer, hostFailure, isRedirect, refusalError, unusableAnswer } from '../upstream/answers.ts';
import { disconnectSignal } from '../upstream/exchange.ts';
import { browserHeaders, upstreamHeaders } from '../upstream/headers.ts';
import type { MediaHost, UpstreamAnswer } from '../upstream/upstream.ts';

const defaultCacheRule = 'public, max-age=3600';

/**
 * Serves images and videos of the API host (UPSTREAM_MEDIA_PATHS) and of other configured origins under this site's
 * origin. Handles only GET and HEAD; the answer is the same for all visitors and involves no session or cookie. No
 * stored file can run scripts here: see `safeType`.
 */
export function serveUpstreamMedia(host: MediaHost, prefixes: readonly string[]): RequestHandler {
  return (req, res, next) => {
    if (!isMediaPath(req.path, prefixes)) next();
    else if (req.method === 'GET' || req.method === 'HEAD') serve(req, res).catch(next);
    else next(methodNotAllowed(req.method));
  };

  async function serve(req: Request, res: Response) {
    const answer = await fetchMedia(req, res);
    if (answer.status >= 500) throw await hostFailure(answer);
    if (isRedirect(answer.status)) {
      dumpAnswer(answer);
      throw unusableAnswer(new Error(`redirect, ${answer.status}`));
    }
    const headers = browserHeaders(answer.headers, { sameBytes: true });
    if (answer.status >= 400 && answer.status !== 416) {
      dumpAnswer(answer);
      throw refusalError(answer.status, headers);
    }
    res.status(answer.status).set({ 'cache-control': defaultCacheRule, ...headers, ...safeType(answer) });
    if (answer.status === 416 || answer.status === 304) {
      dumpAnswer(answer);
      res.removeHeader('Content-Length');
      res.removeHeader('Content-Type');
      res.end();
      return;
    }
    await pipeline(answer.body, res).catch(() => {});
  }

  /**
   * Fetches a file. If-Range is not forwarded to the host (server/bff/upstream/README.md, "Headers to the upstream"),
   * so its condition is checked here. If the file has changed, a part of it is useless to the browser, and the whole
   * file is fetched instead (RFC 9110 §13.1.5).
   */
  async function fetchMedia(req: Request, res: Response) {
    const signal = disconnectSignal(res);
    const ask = (without: readonly 'range'[]) =>
      host.request({
        method: req.method,
        path: req.originalUrl,
        headers: upstreamHeaders(req, { url: host.url, requestId: requestIdOf(res), without }),
        signal,
      });
    const answer = await ask([]);
    const condition = req.headers['if-range'];
    if (answer.status !== 206 || condition === undefined || isSame(condition, answer)) return answer;
    dumpAnswer(answer);
    return ask(['range']);
  }
}

/**
 * True if the If-Range condition matches the file. Only strong validators match: a weak one does not guarantee equal
 * bytes.
 */
function isSame(condition: string | string[], { headers }: UpstreamAnswer) {
  return (
    condition ===
    (typeof condition === 'string' && condition.startsWith('"') ? headers.etag : headers['last-modified'])
  );
}

/**
 * Returns headers with which the browser saves a page, SVG, XML or script as a plain file instead of displaying it.
 * Displayed with their own type, such files of the host would run under this site's origin, with access to the
 * session.
 */
function safeType(answer: UpstreamAnswer): Record<string, string> {
  if (isShown(answer)) return {};
  return { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' };
}

/**
 * Types that a browser displays or plays and that cannot contain a script, captions of videos included. SVG is excluded,
 * because it can contain scripts.
 */
const shown = /^(image\/(?!svg)[\w.+-]+|video\/[\w.+-]+|audio\/[\w.+-]+|font\/[\w.+-]+|text\/vtt)$/;
/** Types that are neither pages nor scripts, but that are not displayed either: they are sent as files to save. */
const downloaded = new Set([
  'application/octet-stream',
  'application/pdf',
  'application/zip',
  'text/csv',
  'text/plain',
]);

/** Types of documents that people upload. They may be sent with their own type, but only as files to save. */
const documents = new Set([
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]);

function typeOf(answer: UpstreamAnswer) {
  return (
    String(answer.headers['content-type'] ?? '')
      .split(';', 1)[0]
      ?.trim()
      .toLowerCase() ?? ''
  );
}

/** True for a type that may be displayed under this site's origin. */
function isShown(answer: UpstreamAnswer) {
  return shown.test(typeOf(answer));
}

/** True for a type that is neither a page nor a script, no matter how the browser treats the file. */
export function isDownload(answer: UpstreamAnswer) {
  return isShown(answer) || downloaded.has(typeOf(answer));
}

/**
 * Headers for a file that a visitor uploaded. The file is saved and never displayed. If a browser displays it anyway,
 * the file runs no scripts, submits no forms and does not have this site's origin. It is not cached, because it
 * contains personal data.
 */
const saved = {
  'cache-control': 'no-store',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};

/** Headers for parts of the file, or for a comparison with an older copy. */
const notOfTheWhole = new Set(['accept-ranges', 'content-range', 'age', 'etag', 'expires', 'last-modified']);

/**
 * Streams the file of a download row to the browser unchanged, so that memory use does not grow with the file. Throws
 * AppError 502 if the host answers with JSON or a page instead of a file. If the file ends early, the browser's
 * connection is cut.
 */
export async function sendDownload(answer: UpstreamAnswer, req: Request, res: Response) {
  const type = typeOf(answer);
  if (answer.status !== 200 || /[/+](json|html|xhtml\+xml)$/.test(type)) {
    dumpAnswer(answer);
    throw unusableAnswer(new Error(`no file: status ${answer.status}, content-type ${type || 'missing'}`));
  }
  const options = { sameBytes: true, without: notOfTheWhole };
  const { 'content-disposition': disposition = '', ...headers } = browserHeaders(answer.headers, options);
  res.status(200).set({
    ...headers,
    // With its own type, the browser can choose the program that opens the file.
    'content-type':
      isDownload(answer) || documents.has(type)
        ? (headers['content-type'] ?? '')
        : 'application/octet-stream',
    'content-disposition': /^attachment(;|$)/i.test(disposition) ? disposition : 'attachment',
    ...saved,
  });
  if (req.method === 'HEAD') {
    dumpAnswer(answer);
    res.end();
    return;
  }
  await pipeline(answer.body, res).catch(() => {});
}
