import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { adoptTrace } from './trace.ts';

/** Short and without anything that could forge a log line or a header. */
const safeId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** On the response itself: a WeakMap costs each answer, and the garbage collector, more than all that is noted in it. */
const idKey = Symbol('request id');
type WithId = ServerResponse & { [idKey]?: string };

/** True when whoever holds the connection of this request is a proxy of ours (TRUST_PROXY). */
export type IsFromProxy = (req: IncomingMessage) => boolean;

/**
 * Gives every request an id, sent back as X-Request-Id and on to the upstream. A caller's own id is kept when it is
 * 8 to 64 plain characters, so that one id can be followed through a load balancer's log and ours.
 */
export function assignRequestId(isFromProxy: IsFromProxy): RequestHandler {
  return (req, res, next) => {
    const id = requestIdFor(req, isFromProxy);
    (res as WithId)[idKey] = id;
    res.setHeader('X-Request-Id', id);
    next();
  };
}

/** The id of a request: its own, or one made here. Its trace goes by the same name (trace.ts). */
export function requestIdFor(req: IncomingMessage, isFromProxy: IsFromProxy): string {
  const { headers } = req;
  const given = headers['x-request-id'];
  const isKept = typeof given === 'string' && safeId.test(given);
  const id = isKept ? given : randomUUID();
  const { traceparent } = headers;
  const trusted = traceparent !== undefined && isFromProxy(req);
  // What was made here names its trace too; nothing has to be remembered of it.
  if (isKept || trusted) adoptTrace(id, trusted ? headers : {});
  return id;
}

/** The id of the request that this response answers; empty only before `assignRequestId` ran. */
export function requestIdOf(res: ServerResponse): string {
  return (res as WithId)[idKey] ?? '';
}
