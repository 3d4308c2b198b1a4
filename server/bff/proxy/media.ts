import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { methodNotAllowed } from '../../errors.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { isMediaPath } from '../upstream/addresses.ts';
import { browserHeaders } from '../upstream/browser-headers.ts';
import { disconnectSignal } from '../upstream/disconnect-signal.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import { upstreamHeaders } from '../upstream/headers.ts';
import { dumpAnswer, hostFailure, isRedirect, refusalError } from '../upstream/refusals.ts';
import type { MediaHost, UpstreamAnswer } from '../upstream/upstream.ts';
import { isShown } from './media-types.ts';

const defaultCacheRule = 'public, max-age=3600';

/**
 * Serves images and videos of the API host (UPSTREAM_MEDIA_PATHS) and of other configured origins under this site's
 * origin. Handles only GET and HEAD; the answer is the same for all visitors and involves no session or cookie. No
 * stored file can run scripts here: see `safeType`.
 */
export function serveUpstreamMedia(host: MediaHost, prefixes: readonly string[]): RequestHandler {
  return (req, res, next) => {
    if (!isMediaPath(req.originalUrl.split('?', 1)[0] ?? '', prefixes)) next();
    else if (req.method === 'GET' || req.method === 'HEAD') serve(req, res).catch(next);
    else next(methodNotAllowed(req.method));
  };

  async function serve(req: Request, res: Response): Promise<void> {
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
  async function fetchMedia(req: Request, res: Response): Promise<UpstreamAnswer> {
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
function isSame(condition: string | string[], { headers }: UpstreamAnswer): boolean {
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
