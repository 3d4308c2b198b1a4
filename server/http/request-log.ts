import type { RequestHandler } from 'express';
import type { Level, Logger } from 'pino';
import { observeRequest } from './metrics.ts';
import { requestIdOf } from './request-id.ts';
import { notesOf } from './request-notes.ts';

/** Longest path in a log line, characters. */
const longestPath = 512;

/** nginx's number for "the visitor left before there was an answer"; no HTTP status says that. */
const leftEarly = 499;

/**
 * One JSON line a request, written when its response ends or its connection breaks. It holds no query, header, cookie
 * or body: none of them can carry a secret into the log. `ms` is the time from the first pass to the end, `bytes` what
 * went onto the connection, headers included.
 */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    const begun = performance.now();
    const { socket } = req;
    const writtenBefore = socket.bytesWritten;
    const path = loggedPath(req.originalUrl);
    // Express may know another address once the socket is gone: it is read while the request is young.
    const ip = req.ip;
    // Comes once, after the last byte or when the connection breaks, also for a pipelined answer that never had its turn.
    res.once('close', () => {
      const ms = performance.now() - begun;
      const aborted = !res.writableFinished;
      const status = aborted && !res.headersSent ? leftEarly : res.statusCode;
      const { row, session } = notesOf(res);
      observeRequest(req.method, row, status, ms / 1000);
      log[levelOf(status, path)](
        {
          id: requestIdOf(res),
          method: req.method,
          path,
          status,
          ms: Math.round(ms * 10) / 10,
          bytes: socket.bytesWritten - writtenBefore,
          ip,
          ...(row && { row }),
          session,
          ...(aborted && { aborted }),
        },
        'request',
      );
    });
    next();
  };
}

/** The path without query. A target that is no path (absolute form) may hold a password before its `@`: not logged. */
function loggedPath(target: string): string {
  if (!target.startsWith('/')) return '-';
  const path = target.split(/[?#]/, 1)[0] ?? '';
  return path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;
}

/** Probes come every few seconds and say little; sign-in, permission and throttle refusals are worth a look. */
function levelOf(status: number, path: string): Level {
  if (path === '/healthz' || path === '/readyz') return status >= 500 ? 'warn' : 'debug';
  if (status >= 500) return 'error';
  return status === 401 || status === 403 || status === 429 ? 'warn' : 'info';
}
