import type { RequestHandler } from 'express';
import { rows } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { AppError, methodNotAllowed } from '../../errors.ts';
import { noteRequest } from '../../http/request-notes.ts';
import { beginCall, type Call } from '../call.ts';

/** Methods that are accepted for a path that the contract does not list. */
const anyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Paths of rows that only the site's own pages read from the host (`pageOnly`). For browsers these paths do not
 * exist, with any method.
 */
const pageOnlyPaths = new Set<string>(rows.flatMap((row) => (row.pageOnly ? [row.path] : [])));

/**
 * Finds the contract row of a call by its raw path, and creates the `Call` for the handlers that run later. Throws
 * 404 `request.notFound` for /api itself, for paths that differ only slightly from a row's path, and for `pageOnly`
 * rows; and 405 `request.methodNotAllowed` with Allow if only the method is wrong. A path that the contract does not
 * list is passed on without a row (shared/contract/README.md, "Unlisted paths"). OPTIONS is answered here, without
 * CORS headers, because no other origin may make calls.
 */
export function matchCall(): RequestHandler {
  return (req, res, next) => {
    const path = req.originalUrl.split('?', 1)[0] ?? '';
    const { row, params, allow, nearMiss } = matchContract(req.method, path);
    const isKept = row?.pageOnly || (!row && allow.length > 0 && pageOnlyPaths.has(path));
    if (isKept || nearMiss || path === '/api' || path === '/api/')
      throw new AppError('request.notFound', 404);
    if (req.method === 'OPTIONS') {
      const options = [...(allow.length > 0 ? allow : anyMethod), 'OPTIONS'].join(', ');
      res.status(204).set({ Allow: options, 'Cache-Control': 'no-store' }).end();
      return;
    }
    if (!row && allow.length > 0) {
      throw methodNotAllowed(req.method, allow.join(', '));
    }
    const call: Call = { ...(row && { row }), params };
    beginCall(res, call);
    noteRequest(res, call);
    next();
  };
}
