import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasValidHost, isPlainRead } from '../bff/target/plain-requests.ts';
import type { Found } from '../cache/answer-cache.ts';
import { type AnswerAtOnce, isWithSystem } from '../http/connections.ts';
import {
  type Coding,
  codingFor,
  endWithBytes,
  headersOf,
  matchesEtag,
  type ReadyAnswer,
} from '../http/ready-answer.ts';
import { type IsFromProxy, type LogRequest, requestIdFor } from '../http/requests.ts';
import type { securityHeaders } from '../http/security-headers.ts';

/** Finds a cached value. It has no prepared answer if it is meant for a single caller. */
interface AnswersAtOnce {
  find(key: string): Found<{ prepared?: ReadyAnswer }> | undefined;
}

interface FastPathOptions {
  /** Caches of answers: `reads` for /api, `pages` for the pages. */
  reads: AnswersAtOnce;
  pages: AnswersAtOnce | undefined;
  /** The built files, by raw path. */
  files: ReadonlyMap<string, ReadyAnswer>;
  /** True while the passes have to answer everything, because they add a header to each answer. */
  isOff: () => boolean;
  /** The headers that every answer has (http/security-headers.ts). */
  standing: ReturnType<typeof securityHeaders>;
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
  const headOf = createHeads(standing);

  return (req, res) => {
    if (isOff() || !isPlainRead(req) || !hasValidHost(req)) return false;
    const begun = performance.now();
    const target = req.url as string;
    const file = files.get(target);
    if (file) return send(file, undefined, req, res, begun);
    // A session has its own answers, and only the passes can decide whether a session cookie is valid. So every
    // request with such a cookie goes to the passes.
    if (req.headers.cookie?.includes(sessionCookie)) return false;
    const found = target.startsWith('/api/') ? reads.find(target) : pages?.find(target);
    const prepared = found?.value.prepared;
    return prepared !== undefined && send(prepared, found, req, res, begun);
  };

  function send(
    answer: ReadyAnswer,
    found: Found<unknown> | undefined,
    req: IncomingMessage,
    res: ServerResponse,
    begun: number,
  ) {
    const isKnown = matchesEtag(req.headers['if-none-match'], answer.etag);
    const coding = isKnown ? undefined : codingFor(answer, req.headers['accept-encoding']);
    const body = coding && answer.bodies[coding];
    // The body is not compressed yet. Compression is asynchronous, so the passes have to answer.
    if (coding && !body) return false;
    const served = found
      ? ['X-Cache', found.state.toUpperCase(), 'Age', String(Math.floor(found.ageMs / 1000))]
      : [];
    const { socket, method = '' } = req;
    const writtenBefore = socket.bytesWritten;
    const id = requestIdFor(req, isFromProxy);
    const status = isKnown ? 304 : 200;
    res.writeHead(status, [...headOf(answer, coding), 'X-Request-Id', id, ...served]);
    // Node omits the body of an answer to HEAD, so the body is passed for HEAD too.
    if (body) endWithBytes(res, body);
    else res.end();
    const ip = addressOf(req);
    const write = (aborted: boolean) =>
      logRequest({
        method,
        target: req.url ?? '',
        id,
        status,
        ms: performance.now() - begun,
        bytes: socket.bytesWritten - writtenBefore,
        ip,
        row: answer.row,
        session: false,
        aborted,
        cache: found?.state,
      });
    if (isWithSystem(res)) write(false);
    else res.once('close', () => write(!res.writableFinished));
    return true;
  }
}

/**
 * Returns the function that gives the head of an answer in a coding, or of 304 without one: name, value, name, value
 * and so on, as `writeHead` accepts it. A head is made when it is first sent.
 */
function createHeads(standing: FastPathOptions['standing']) {
  const known = new WeakMap<ReadyAnswer, Partial<Record<Coding | '304', readonly string[]>>>();
  return (answer: ReadyAnswer, coding: Coding | undefined) => {
    const heads = known.get(answer) ?? {};
    known.set(answer, heads);
    heads[coding ?? '304'] ??= coding ? wholeHead(answer, coding) : headWithout('Content-Type', answer);
    return heads[coding ?? '304'] as readonly string[];
  };

  function wholeHead(answer: ReadyAnswer, coding: Coding): string[] {
    const length = String(answer.bodies[coding]?.length);
    const packed = coding === 'identity' ? [] : ['Content-Encoding', coding];
    return [...headWithout('', answer), ...packed, 'Content-Length', length];
  }

  function headWithout(left: string, answer: ReadyAnswer): string[] {
    const own = headersOf(answer);
    const names = new Set(own.map(([name]) => name.toLowerCase()));
    const others = standing.filter(([name]) => !names.has(name.toLowerCase()));
    return [...others, ...own.filter(([name]) => name !== left)].flat();
  }
}
