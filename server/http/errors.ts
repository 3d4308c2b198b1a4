import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { AppError } from '../errors.ts';

/** Nothing took the request. */
export function answerNotFound(): RequestHandler {
  return (_req, _res, next) => next(new AppError('request.notFound', 404));
}

/** Every error becomes the envelope of DESIGN §4; what is not an AppError is a 500 that tells nothing. */
export function handleErrors(log: Logger): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const known = error instanceof AppError ? error : undefined;
    if (!known) log.error({ err: error }, 'unexpected error');
    const body: Envelope = {
      status: 0,
      code: known?.code ?? 'request.failed',
      message: known?.message ?? messages['request.failed'],
      ...(known?.fields && { errors: known.fields }),
    };
    res
      .status(known?.status ?? 500)
      .set(known?.headers ?? {})
      .json(body);
  };
}
