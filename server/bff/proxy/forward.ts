import type { RequestHandler } from 'express';
import type { Config } from '../../config.ts';
import type { Sessions } from '../session/session.ts';
import type { Upstream } from '../upstream/upstream.ts';
export function forwardToUpstream(_upstream: Upstream, _sessions: Sessions, _config: Config): RequestHandler {
  return (_req, _res, next) => next();
}
