import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';

/** Short and without anything that could forge a log line or a header. */
const safeId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** On the response itself: a WeakMap costs each answer, and the garbage collector, more than all that is noted in it. */
const idKey = Symbol('request id');
type WithId = ServerResponse & { [idKey]?: string };

/**
 * Gives every request an id, sent back as X-Request-Id and on to the upstream. A caller's own id is kept when it is
 * 8 to 64 plain characters, so that one id can be followed through a load balancer's log and ours.
 */
export function assignRequestId(): RequestHandler {
  return (req, res, next) => {
    const id = requestIdFor(req.headers['x-request-id']);
    (res as WithId)[idKey] = id;
    res.setHeader('X-Request-Id', id);
    next();
  };
}

/** The id of a request that brought this one along. */
export function requestIdFor(given: string | string[] | undefined): string {
  return typeof given === 'string' && safeId.test(given) ? given : randomUUID();
}

/** The id of the request that this response answers; empty only before `assignRequestId` ran. */
export function requestIdOf(res: ServerResponse): string {
  return (res as WithId)[idKey] ?? '';
}
