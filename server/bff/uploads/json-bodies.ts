import type { RequestHandler } from 'express';
export function limitJsonBodies(): RequestHandler {
  return (_req, _res, next) => next();
}
