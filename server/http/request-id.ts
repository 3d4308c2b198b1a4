import type { RequestHandler } from 'express';
export function assignRequestId(): RequestHandler {
  return (_req, _res, next) => next();
}
