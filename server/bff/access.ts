import type { RequestHandler } from 'express';
export function requireAccess(): RequestHandler {
  return (_req, _res, next) => next();
}
