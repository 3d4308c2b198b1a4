import type { RequestHandler } from 'express';
import type { Config } from '../../config.ts';
export function acceptBody(_config: Config): RequestHandler {
  return (_req, _res, next) => next();
}
