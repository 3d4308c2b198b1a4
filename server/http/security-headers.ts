import type { RequestHandler } from 'express';
export function setSecurityHeaders(_publicUrl: URL): RequestHandler {
  return (_req, _res, next) => next();
}
