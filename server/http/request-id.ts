import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { adoptTrace } from './trace.ts';

/** Short, and unable to forge a log line or a header. */
const safeId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/**
 * Stored on the response: a WeakMap would cost each answer, and the garbage collector, more than the notes
 * themselves.
 */
const idKey = Symbol('request id');
type WithId = ServerResponse & { [idKey]?: string };

/** True if the connection of this request comes from a trusted proxy (TRUST_PROXY). */
export type IsFromProxy = (req: IncomingMessage) => boolean;

/**
 * Gives every request an id, sent back as X-Request-Id and on to the upstream. A caller's own id is used if it is 8
 * to 64 plain characters, so that one id can be followed through a load balancer's log and ours.
 */
export function assignRequestId(isFromProxy: IsFromProxy): RequestHandler {
  return (req, res, next) => {
    const id = requestIdFor(req, isFromProxy);
    (res as WithId)[idKey] = id;
    res.setHeader('X-Request-Id', id);
    next();
  };
}

/** Returns the id of a request: the caller's, or a new one. Its trace is stored under the same id (trace.ts). */
export function requestIdFor(req: IncomingMessage, isFromProxy: IsFromProxy): string {
  const { headers } = req;
  const given = headers['x-request-id'];
  const isKept = typeof given === 'string' && safeId.test(given);
  const id = isKept ? given : randomUUID();
  const { traceparent } = headers;
  const trusted = traceparent !== undefined && isFromProxy(req);
  // A new id also determines its trace, so its trace need not be stored.
  if (isKept || trusted) adoptTrace(id, trusted ? headers : {});
  return id;
}

/** The id of the request that this response answers; empty only before `assignRequestId` ran. */
export function requestIdOf(res: ServerResponse): string {
  return (res as WithId)[idKey] ?? '';
}
