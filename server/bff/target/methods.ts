import type { RequestHandler } from 'express';
export function refuseUnusualMethods(): RequestHandler {
  return (_req, _res, next) => next();
}
