import type { RequestHandler } from 'express';
export function refuseForgedRequests(_publicUrl: URL): RequestHandler {
  return (_req, _res, next) => next();
}
