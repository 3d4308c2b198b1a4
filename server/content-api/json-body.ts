import { AppError } from '../errors.ts';
import type { EngineRequest } from './exchange.ts';

/** Returns the value of a JSON body; the caller has checked its length. Throws AppError 400 or 415. */
export function readJson({ headers, body }: Pick<EngineRequest, 'headers' | 'body'>): unknown {
  if (!body || !/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new AppError('request.typeRefused', 415, { values: { expected: 'application/json' } });
  }
  try {
    const value: unknown = JSON.parse(body.toString() || '{}');
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw new AppError('request.badJson', 400, { cause });
  }
  throw new AppError('request.badJson', 400);
}
