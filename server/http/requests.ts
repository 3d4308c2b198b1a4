import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import pino, { type DestinationStream, type Level, type Logger } from 'pino';
import type { TextCode } from '#shared/desk-messages.ts';
import { withoutSecret } from '#shared/link-paths.ts';
import type { Cause } from './causes.ts';

/** Longest path in a log line, in characters. */
const longestPath = 512;

/** The number that nginx uses for a visitor who disconnected before the answer; it is not an HTTP status. */
const leftEarly = 499;

/** A request that was answered, or that ended early because the connection broke. */
interface EndedRequest extends Findings {
  method: string;
  /** The target of the request as received, with its query. */
  target: string;
  id: string;
  /** IP address of the connection, or the one that a trusted proxy states. */
  ip: string | undefined;
  status: number;
  /** Milliseconds from the first pass to the end of the request. */
  ms: number;
  /** Number of bytes written to the connection, headers included. */
  bytes: number;
  /** Name of the contract row. */
  row: string | undefined;
  session: boolean;
  aborted: boolean;
}

/** Writes the log line of a request that has ended. */
export type LogRequest = (ended: EndedRequest) => void;

interface RequestLogOptions {
  /** The built files, by path. */
  files: ReadonlyMap<string, unknown>;
  /** Called with every request, whether it is logged or not. Absent without metrics. */
  observe?: LogRequest;
}

/**
 * Creates the request log: one JSON line per request, written when the response ends or the connection breaks. A line
 * contains no query, header, cookie or body, so secrets in them cannot get into the log.
 */
export function requestLog(log: Logger, { files, observe }: RequestLogOptions): LogRequest {
  // Written without pino, whose search for a serializer and a redaction of each field costs more than the line.
  const output = Reflect.get(log, pino.symbols.streamSym) as DestinationStream;
  return (ended) => {
    observe?.(ended);
    const { id, method, status, ms, bytes, ip, row, session, cache, code, why, aborted } = ended;
    const path = loggedPath(ended.target);
    const level = levelOf(status, path, files);
    if (!log.isLevelEnabled(level)) return;
    const line = {
      level: pino.levels.values[level],
      time: new Date().toISOString(),
      id,
      trace: traceIdOf(id),
      method,
      path,
      status,
      ms: Math.round(ms * 10) / 10,
      bytes,
      ip,
      row,
      session,
      cache,
      code,
      why,
      aborted: aborted || undefined,
      msg: 'request',
    };
    output.write(`${JSON.stringify(line)}\n`);
  };
}

/** Creates the pass that logs a request when it has ended. */
export function logRequests(logRequest: LogRequest): RequestHandler {
  return (req, res, next) => {
    const begun = performance.now();
    const { socket, method, originalUrl } = req;
    const writtenBefore = socket.bytesWritten;
    // The IP address is read at the start, because Express may return a different one once the connection is closed.
    const ip = req.ip;
    // `close` fires once: after the last byte, or when the connection breaks, even if a pipelined answer has not
    // begun by then.
    res.on('close', () => {
      const aborted = !res.writableFinished;
      const { row, session } = notesOf(res);
      logRequest({
        method,
        target: originalUrl,
        id: requestIdOf(res),
        ip,
        status: aborted && !res.headersSent ? leftEarly : res.statusCode,
        ms: performance.now() - begun,
        bytes: socket.bytesWritten - writtenBefore,
        row: row?.name,
        session: session !== undefined,
        aborted,
        ...findingsOf(res),
      });
    });
    next();
  };
}

/**
 * Returns the path without its query, and without the secret in the path of a page by link (an invitation, a new
 * password, a preview). A target that is a whole URL is not logged, because it may contain a password before an `@`.
 */
function loggedPath(target: string) {
  if (!target.startsWith('/')) return '-';
  const end = target.search(/[?#]/);
  const path = withoutSecret(end < 0 ? target : target.slice(0, end));
  return path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;
}

/**
 * Returns the level of a log line. Health probes arrive every few seconds, and a page requests thirty files, so both
 * are logged only when they fail, or with LOG_LEVEL=debug. Refused sign-ins, missing permissions and throttled
 * requests get a higher level.
 */
function levelOf(status: number, path: string, files: ReadonlyMap<string, unknown>): Level {
  const isProbe = path === '/healthz' || path === '/readyz';
  if (isProbe) return status >= 500 ? 'warn' : 'debug';
  if (status >= 500) return 'error';
  if (status < 400 && isAsset(path, files)) return 'debug';
  return status === 401 || status === 403 || status === 429 ? 'warn' : 'info';
}

/** True for built files and pictures. */
export function isAsset(path: string, files: ReadonlyMap<string, unknown>) {
  return path.startsWith('/assets/') || path.startsWith('/img/') || files.has(path);
}

/** Facts about a request beyond HTTP, for the log and the metrics. */
interface RequestNotes {
  /** The contract row. */
  readonly row?: { readonly name: string };
  /** Present if the request belongs to a signed-in person. */
  readonly session?: unknown;
}

/** Why an answer failed or is incomplete. */
export interface Problem {
  /** The row of the failed call; absent if no call was made. */
  call?: string;
  cause: Cause;
  /**
   * The id of the request that began the call, if that was another request; the host received the call with this id.
   */
  asked?: string;
}

/** Facts about an answer that become known while it is made. */
interface Findings {
  /** Text code of the error in the answer. */
  code?: TextCode;
  why?: Problem[];
  /** Source of the answer: the cache, or made for this request. */
  cache?: 'hit' | 'stale' | 'miss';
}

const notesKey = Symbol('request notes');
const findingsKey = Symbol('findings');
type WithNotes = ServerResponse & { [notesKey]?: RequestNotes; [findingsKey]?: Findings };

/**
 * Stores facts about a request for the log. The log reads them only when the request has ended, because some of them,
 * such as the session, become known later than others.
 */
export function noteRequest(res: ServerResponse, notes: RequestNotes) {
  (res as WithNotes)[notesKey] = notes;
}

const none: RequestNotes = {};

/** Returns what `noteRequest` stored for a request; empty if the request is not a call. */
export function notesOf(res: ServerResponse): RequestNotes {
  return (res as WithNotes)[notesKey] ?? none;
}

/**
 * Maximum number of problems that are stored for an answer. A page makes only a few reads, but a sitemap of a dead
 * host may have thousands of problems.
 */
const mostProblems = 8;

/** Adds the reasons why this answer failed or is incomplete. */
export function noteProblems(res: ServerResponse, problems: readonly Problem[]) {
  if (problems.length === 0) return;
  const { why = [] } = findingsOf(res);
  noteFindings(res, { why: [...why, ...problems].slice(0, mostProblems) });
}

export function noteFindings(res: ServerResponse, findings: Findings) {
  (res as WithNotes)[findingsKey] = { ...(res as WithNotes)[findingsKey], ...findings };
}

const nothing: Findings = {};

/** Returns the findings about an answer; most answers have none. */
export function findingsOf(res: ServerResponse): Findings {
  return (res as WithNotes)[findingsKey] ?? nothing;
}

/** The ids that are accepted from callers: short, and without characters that could forge a log line or a header. */
const safeId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/**
 * Key under which the id is stored on the response. A WeakMap would cost more time for each answer and in garbage
 * collection.
 */
const idKey = Symbol('request id');
type WithId = ServerResponse & { [idKey]?: string };

/** True if the connection of this request comes from a trusted proxy (TRUST_PROXY). */
export type IsFromProxy = (req: IncomingMessage) => boolean;

/**
 * Gives every request an id, which is returned as X-Request-Id and sent to the upstream. A caller's own id is used if
 * it consists of 8 to 64 plain characters, so that one request can be followed through the logs of a load balancer
 * and this site.
 */
export function assignRequestId(isFromProxy: IsFromProxy): RequestHandler {
  return (req, res, next) => {
    const id = requestIdFor(req, isFromProxy);
    (res as WithId)[idKey] = id;
    res.setHeader('X-Request-Id', id);
    next();
  };
}

/** Returns the id of a request: the caller's, or a new one. The trace of a trusted proxy is stored under the same id. */
export function requestIdFor(req: IncomingMessage, isFromProxy: IsFromProxy) {
  const { headers } = req;
  const given = headers['x-request-id'];
  const isKept = typeof given === 'string' && safeId.test(given);
  const id = isKept ? given : randomUUID();
  if (headers.traceparent !== undefined && isFromProxy(req)) adoptTrace(id, headers.traceparent);
  return id;
}

/** Returns the id of the request that this response answers; empty only before `assignRequestId` has run. */
export function requestIdOf(res: ServerResponse) {
  return (res as WithId)[idKey] ?? '';
}

/**
 * The ids of traces that a trusted proxy sent, by request id. A call to the host may last longer than the request that
 * began it, so they are not deleted with their request but when there are too many.
 */
const adopted = new LRUCache<string, string>({ max: 2_000 });

/** Matches an id that this server has created. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Matches a traceparent header (W3C Trace Context §3.2) that names a trace. */
const wellFormed = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Stores the trace that a trusted proxy sent with a request. A malformed header counts as absent. */
function adoptTrace(requestId: string, traceparent: unknown) {
  const [, trace] = wellFormed.exec(String(traceparent)) ?? [];
  if (trace) adopted.set(requestId, trace);
}

/**
 * Returns the id of the trace of a request, for its log line: one id for all work that a click causes, on any machine.
 * Without a trusted proxy it consists of the digits of the request id.
 */
function traceIdOf(requestId: string) {
  return adopted.get(requestId) ?? digitsOf(requestId);
}

/**
 * Returns the header that names the trace of a call to the API host, and this server's part in it. The trace counts as
 * recorded, because the log line records it; otherwise a host that adopts the flags of its caller would switch off its
 * tracing.
 */
export function traceparentOf(requestId: string) {
  const digits = digitsOf(requestId);
  return `00-${adopted.get(requestId) ?? digits}-${digits.slice(16)}-01`;
}

/** Returns 32 hexadecimal digits that stand for a request: its own id, or a hash of the id that its caller gave. */
function digitsOf(requestId: string) {
  return uuid.test(requestId) ? requestId.replaceAll('-', '') : hash('sha256', requestId, 'hex').slice(0, 32);
}
