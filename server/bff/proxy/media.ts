import type { RequestHandler } from 'express';
import type { Upstream } from '../upstream/upstream.ts';
export function serveUpstreamMedia(_upstream: Upstream, _prefixes: readonly string[]): RequestHandler {
  return (_req, _res, next) => next();
}
