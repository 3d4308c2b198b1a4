import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasValidHost } from '../bff/target/host.ts';
import { isPlainRead } from '../bff/target/methods.ts';
import type { Found } from '../cache/answers.ts';
import type { CacheState } from '../cache/cache-times.ts';
import { codingFor, type PreparedAnswer } from '../cache/prepared-answer.ts';
import { type AnswerAtOnce, isWithSystem } from '../http/connections.ts';
import { endWithBytes } from '../http/end-with.ts';
import { matchesEtag } from '../http/etag.ts';
import { type IsFromProxy, requestIdFor } from '../http/request-id.ts';
import type { LogRequest } from '../http/request-log.ts';
import type { StaticFile } from '../http/static-files.ts';
import { type ConstantHeaders, type Head, headsOf, staticHeadsOf } from './prepared-heads.ts';

/** A cached value. It has no prepared answer if it is meant for a single caller. */
interface Cached {
  prepared?: PreparedAnswer;
}

interface AnswersAtOnce {
  find(key: string): Found<Cached> | undefined;
}

interface FastPathOptions {
  /** Caches of answers: `reads` for /api, `pages` for the pages. */
  reads: AnswersAtOnce;
  pages: AnswersAtOnce | undefined;
  /** The built files, by raw path. */
  files: ReadonlyMap<string, StaticFile>;
  /** True while the passes have to answer everything, because they add a header to each answer. */
  isOff: () => boolean;
  /** The headers that every answer has (http/security-headers.ts). */
  standing: ConstantHeaders;
  /** Name of the session cookie. */
  sessionCookie: string;
  /** Returns the client's IP address, as Express determines it. */
  addressOf: (req: IncomingMessage) => string | undefined;
  isFromProxy: IsFromProxy;
  logRequest: LogRequest;
}

/**
 * Creates the fast path, which runs before Express: it sends cached answers to visitors, and the built files. It
 * finds an answer only by the exact spelling of its target, which the passes (the handlers of server/app.ts, in their
 * order) accepted when the answer was made. It handles only requests that those passes would accept for any target;
 * all other requests go to the passes. It sends the same answers as the passes, except for X-Cache and Age; tests
 * compare the two.
 */
export function createFastPath(options: FastPathOptions): AnswerAtOnce {
  const { reads, pages, files, isOff, standing, sessionCookie, addressOf, isFromProxy, logRequest } = options;

  return (req, res) => {
    if (isOff() || !isPlainRead(req) || !hasValidHost(req)) return false;
    const begun = performance.now();
    const target = req.url as string;
    const file = files.get(target);
    if (file) return sendFile(file, req, res, begun);
    // A session has its own answers, and only the passes can decide whether a session cookie is valid. So every
    // request with such a cookie goes to the passes.
    if (req.headers.cookie?.includes(sessionCookie)) return false;
    const found = target.startsWith('/api/') ? reads.find(target) : pages?.find(target);
    const prepared = found?.value.prepared;
    return prepared !== undefined && sendCached(prepared, found as Found<Cached>, req, res, begun);
  };

  function sendCached(
    answer: PreparedAnswer,
    found: Found<Cached>,
    req: IncomingMessage,
    res: ServerResponse,
    begun: number,
  ): boolean {
    const served = ['X-Cache', stateNames[found.state], 'Age', String(Math.floor(found.ageMs / 1000))];
    if (matchesEtag(req.headers['if-none-match'], answer.etag)) {
      const head = headsOf(answer, standing).notModified;
      return send(req, res, head, served, undefined, begun, answer.row, found.state);
    }
    const coding = codingFor(answer, req.headers['accept-encoding']);
    const body = answer.bodies[coding];
    // The body is not compressed yet. Compression is asynchronous, so the passes have to answer.
    if (!body) return false;
    const head = headsOf(answer, standing).whole(coding);
    return send(req, res, head, served, body, begun, answer.row, found.state);
  }

  function sendFile(file: StaticFile, req: IncomingMessage, res: ServerResponse, begun: number): boolean {
    const heads = staticHeadsOf(file, standing);
    const coding = heads.codingFor(req.headers['accept-encoding']);
    const variant = file.variants[coding] ?? file.variants.identity;
    if (matchesEtag(req.headers['if-none-match'], variant.etag)) {
      return send(req, res, heads.notModified(coding), [], undefined, begun);
    }
    return send(req, res, heads.whole(coding), [], variant.body, begun);
  }

  function send(
    req: IncomingMessage,
    res: ServerResponse,
    head: Head,
    served: readonly string[],
    body: Buffer | undefined,
    begun: number,
    row?: string,
    cache?: CacheState,
  ): boolean {
    const { socket } = req;
    const writtenBefore = socket.bytesWritten;
    const id = requestIdFor(req, isFromProxy);
    res.writeHead(head.status, [...head.fields, 'X-Request-Id', id, ...served]);
    // Node omits the body of an answer to HEAD, so the body is passed for HEAD too.
    if (body) endWithBytes(res, body);
    else res.end();
    const { method = '', url = '' } = req;
    const ip = addressOf(req);
    const write = (aborted: boolean) =>
      logRequest({
        method,
        target: url,
        id,
        ip,
        status: head.status,
        ms: performance.now() - begun,
        bytes: socket.bytesWritten - writtenBefore,
        row,
        session: false,
        aborted,
        cache,
      });
    if (isWithSystem(res)) write(false);
    else res.once('close', () => write(!res.writableFinished));
    return true;
  }
}

const stateNames: Record<CacheState, string> = { hit: 'HIT', stale: 'STALE', miss: 'MISS' };
