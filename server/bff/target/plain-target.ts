import type { RequestHandler } from 'express';
export function refuseUnplainTargets(): RequestHandler {
  return (_req, _res, next) => next();
}
