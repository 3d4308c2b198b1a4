import type { RequestHandler } from 'express';
import { beginCall } from '../call.ts';
export function matchCall(): RequestHandler {
  return (_req, res, next) => {
    beginCall(res, { params: {} });
    next();
  };
}
