import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { adoptTrace } from './trace.ts';

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

/** Returns the id of a request: the caller's, or a new one. The trace of a trusted proxy is stored under the same id (trace.ts). */
export function requestIdFor(req: IncomingMessage, isFromProxy: IsFromProxy): string {
  const { headers } = req;
  const given = headers['x-request-id'];
  const isKept = typeof given === 'string' && safeId.test(given);
  const id = isKept ? given : randomUUID();
  if (headers.traceparent !== undefined && isFromProxy(req)) adoptTrace(id, headers.traceparent);
  return id;
}

/** Returns the id of the request that this response answers; empty only before `assignRequestId` has run. */
export function requestIdOf(res: ServerResponse): string {
  return (res as WithId)[idKey] ?? '';
}
