import type { RequestHandler } from 'express';
import type { Level, Logger } from 'pino';
import { withoutSecret } from '#shared/link-paths.ts';
import { requestIdOf } from './request-id.ts';
import { findingsOf, notesOf, type Problem } from './request-notes.ts';
import { traceIdOf } from './trace.ts';

/** Longest path in a log line, in characters. */
const longestPath = 512;

/** The number that nginx uses for a visitor who disconnected before the answer; it is not an HTTP status. */
const leftEarly = 499;

/** A request that was answered, or that ended early because the connection broke. */
interface EndedRequest {
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
  /** Code of the error in the answer (shared/messages.ts). */
  code?: string;
  /** Why the answer failed or is incomplete; absent for a complete answer. */
  why?: readonly Problem[];
  /** The cache's part in a shared answer: served from the cache, served stale, or newly made. */
  cache?: 'hit' | 'stale' | 'miss';
}

/** Writes the log line of a request that has ended. */
export type LogRequest = (ended: EndedRequest) => void;

interface RequestLogOptions {
  /** True for the path of a built file. */
  isFile: (path: string) => boolean;
  /** Called with every request, whether it is logged or not. Absent without metrics. */
  observe?: LogRequest;
}

/**
 * Creates the request log: one JSON line per request, written when the response ends or the connection breaks. A line
 * contains no query, header, cookie or body, so secrets in them cannot get into the log.
 */
export function requestLog(log: Logger, { isFile, observe }: RequestLogOptions): LogRequest {
  // The redaction that other lines pass through costs more than the line.
  const lines = log.child({}, { redact: [] });
  return (ended) => {
    observe?.(ended);
    const { id, method, status, ms, bytes, ip, row, session, cache, code, why, aborted } = ended;
    const path = loggedPath(ended.target);
    const level = levelOf(status, path, isFile);
    if (!lines.isLevelEnabled(level)) return;
    const who = { id, trace: traceIdOf(id), method, path, status, ms: Math.round(ms * 10) / 10, bytes, ip };
    lines[level]({ ...who, row, session, cache, code, why, ...(aborted && { aborted }) }, 'request');
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
      const { code, why, cache } = findingsOf(res);
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
        code,
        why,
        cache,
      });
    });
    next();
  };
}

/**
 * Returns the path without its query, and without the secret in the path of a page by link (an invitation, a new
 * password, a preview). A target that is a whole URL is not logged, because it may contain a password before an `@`.
 */
function loggedPath(target: string): string {
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
function levelOf(status: number, path: string, isFile: (path: string) => boolean): Level {
  const isProbe = path === '/healthz' || path === '/readyz';
  if (isProbe) return status >= 500 ? 'warn' : 'debug';
  if (status >= 500) return 'error';
  if (status < 400 && isAsset(path, isFile)) return 'debug';
  return status === 401 || status === 403 || status === 429 ? 'warn' : 'info';
}

/** True for built files and pictures. */
export function isAsset(path: string, isFile: (path: string) => boolean): boolean {
  return path.startsWith('/assets/') || path.startsWith('/img/') || isFile(path);
}
