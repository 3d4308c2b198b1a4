import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
export interface UploadGate {
  readonly pass: RequestHandler;
}
export async function createUploadGate(_config: Config, _log: Logger): Promise<UploadGate> {
  return { pass: (_req, _res, next) => next() };
}
