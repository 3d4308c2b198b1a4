import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Sessions } from './session.ts';
export function answerSessionCalls(
  _sessions: Sessions,
  _upstream: Upstream,
  _config: Config,
  _log: Logger,
): RequestHandler {
  return (_req, _res, next) => next();
}
