import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response } from 'express';
import { readableBytes } from '#shared/limits.ts';
import { AppError } from '../errors.ts';

/** The value of a JSON body of at most so many bytes. Rejects with AppError 400, 413 or 415. */
export async function readJson(req: Request, res: Response, maxBytes: number): Promise<unknown> {
  if (!req.is('application/json')) {
    throw new AppError('request.typeRefused', 415, { values: { expected: 'application/json' } });
  }
  const parse = express.json({ limit: maxBytes, type: () => true });
  await new Promise<void>((resolve, reject) => {
    parse(req as IncomingMessage & Request, res, (error?: unknown) => {
      error ? reject(bodyError(error, maxBytes)) : resolve();
    });
  });
  return req.body;
}

/** body-parser's errors carry a `type`; what they say of the body is not for the browser. */
function bodyError(error: unknown, maxBytes: number): unknown {
  const type = (error as { type?: unknown }).type;
  const status = (error as { status?: unknown }).status;
  if (type === 'entity.too.large') {
    return new AppError('request.bodyTooLarge', 413, { values: { limit: readableBytes(maxBytes) } });
  }
  if (type === 'request.aborted') return new AppError('request.aborted', 400, { cause: error });
  if (typeof status === 'number' && status < 500) {
    return new AppError('request.badJson', status === 415 ? 415 : 400, { cause: error });
  }
  return error;
}
