import type { RequestHandler } from 'express';
import pino, { type Level, type Logger } from 'pino';
import { withoutSecret } from '#shared/link-paths.ts';
import type { LogStream } from './log.ts';
import { requestIdOf } from './request-id.ts';
import { findingsOf, notesOf, type Problem } from './request-notes.ts';
import { traceIdOf } from './trace.ts';

/** Longest path in a log line, characters. */
const longestPath = 512;

/** nginx's number for "the visitor left before there was an answer"; no HTTP status says that. */
const leftEarly = 499;

/** A request that has its answer, or never will. */
interface EndedRequest {
  method: string;
  /** As it was asked for, with its query. */
  target: string;
  id: string;
  /** Of the connection, or of a proxy in front of us that is trusted. */
  ip: string | undefined;
  status: number;
  /** Milliseconds from its first pass to its end. */
  ms: number;
  /** What went onto the connection, headers included. */
  bytes: number;
  /** Name of the contract row. */
  row: string | undefined;
  session: boolean;
  aborted: boolean;
  /** Code of the error that was answered (shared/messages.ts). */
  code?: string | undefined;
  /** Why the answer failed, or lacks something. */
  why?: readonly Problem[] | undefined;
  /** Where an answer for everybody came from. */
  cache?: 'hit' | 'stale' | 'miss' | undefined;
}

/** Writes the line of a request that has ended. */
export type LogRequest = (ended: EndedRequest) => void;

export interface RequestLogOptions {
  /** True for the path of a built file. */
  isFile: (path: string) => boolean;
  /** Told of every request, logged or not. Absent while nobody counts them. */
  observe?: LogRequest | undefined;
}

/**
 * One JSON line a request, written when its response ends or its connection breaks. It holds no query, header, cookie
 * or body: none of them can carry a secret into the log. So the line is put together here, as the log itself would write it, and
 * without being looked through for secrets as its other lines are.
 */
export function requestLog(
  log: Logger,
  stream: LogStream,
  { isFile, observe }: RequestLogOptions,
): LogRequest {
  return (ended) => {
    observe?.(ended);
    const { method, target, id, ip, status, ms, bytes, row, session, aborted, code, why, cache } = ended;
    const path = loggedPath(target);
    const level = levelOf(status, path, isFile);
    if (!log.isLevelEnabled(level)) return;
    const texts = `"id":${quoted(id)},"trace":"${traceIdOf(id)}","method":${quoted(method)},"path":${quoted(path)}`;
    const numbers = `"status":${status},"ms":${Math.round(ms * 10) / 10},"bytes":${bytes}`;
    const notes = `${ip === undefined ? '' : `,"ip":${quoted(ip)}`}${row ? `,"row":${quoted(row)}` : ''},"session":${session}`;
    const found = `${cache ? `,"cache":"${cache}"` : ''}${code ? `,"code":"${code}"` : ''}${why ? `,"why":${JSON.stringify(why)}` : ''}`;
    const line = `{"level":${pino.levels.values[level]},"time":"${timeText()}",${texts},${numbers}${notes}${found}`;
    stream.write(`${line}${aborted ? ',"aborted":true' : ''},"msg":"request"}\n`);
  };
}

/** Of what is in the texts of a line nearly nothing has to be escaped. */
function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}

const plain = /^[ !#-[\]-~]*$/;

let second = 0;
let secondText = '';

/** ISO; everything but the milliseconds is the same for thousands of lines. */
function timeText(): string {
  const now = Date.now();
  const ms = now % 1000;
  if (now - ms !== second) {
    second = now - ms;
    secondText = new Date(second).toISOString().slice(0, -4);
  }
  return `${secondText}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z`;
}

/** The pass that follows a request to its end. */
export function logRequests(logRequest: LogRequest): RequestHandler {
  return (req, res, next) => {
    const begun = performance.now();
    const { socket, method, originalUrl } = req;
    const writtenBefore = socket.bytesWritten;
    // Express may know another address once the socket is gone: it is read while the request is young.
    const ip = req.ip;
    // Comes once, after the last byte or when the connection breaks, also for a pipelined answer that never had its turn.
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

/** The path without query, and without what opens a page by link. A target that is no path (absolute form) may hold a password before its `@`: not logged. */
function loggedPath(target: string): string {
  if (!target.startsWith('/')) return '-';
  const end = target.search(/[?#]/);
  const path = withoutSecret(end < 0 ? target : target.slice(0, end));
  return path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;
}

/**
 * Probes come every few seconds and say little, and a page brings thirty files along: both are told of when they fail, or when somebody
 * asks (LOG_LEVEL=debug). Sign-in, permission and throttle refusals are worth a look.
 */
function levelOf(status: number, path: string, isFile: (path: string) => boolean): Level {
  const isProbe = path === '/healthz' || path === '/readyz';
  if (isProbe) return status >= 500 ? 'warn' : 'debug';
  if (status >= 500) return 'error';
  if (status < 400 && isAsset(path, isFile)) return 'debug';
  return status === 401 || status === 403 || status === 429 ? 'warn' : 'info';
}

/** Built files and pictures. */
export function isAsset(path: string, isFile: (path: string) => boolean): boolean {
  return path.startsWith('/assets/') || path.startsWith('/img/') || isFile(path);
}
