import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { isDamaged, storageError } from '../database/errors.ts';
import { AppError } from '../errors.ts';

/**
 * Every error becomes the envelope of an API host (docs/architecture.md §4): no stack, and the HTTP status tells the truth. A
 * code goes only with `data`, which nobody could read without it.
 */
export function answerErrors(log: Logger): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const known = error instanceof AppError ? error : (storageError(error) ?? badRequest(error));
    if (isDamaged(error))
      log.error({ err: error }, 'content API: the database is damaged; restore a backup (README)');
    else if (!known) log.error({ err: error }, 'content API: unexpected error');
    else if (known.status === 507)
      log.error(
        { err: known.cause },
        'content API: the disk, or the store of MEDIA_URL, is full or cannot be written to',
      );
    else if (known.code === 'storage.down')
      log.error({ err: known.cause }, 'content API: the store of MEDIA_URL fails');
    else if (known.code === 'storage.busy')
      log.error({ err: known.cause }, 'content API: another process holds the database');
    else if (known.code === 'storage.away')
      log.error({ err: known.cause }, 'content API: the database cannot be reached');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const body: Envelope = {
      status: 0,
      message: known?.message ?? messages['request.failed'],
      ...(known?.fields && { errors: known.fields }),
      ...(known && known.data !== undefined && { code: known.code, data: known.data }),
    };
    res
      .status(known?.status ?? 500)
      .set(known?.headers ?? {})
      .json(body);
  };
}

/** Express and its parts mark what the client did wrong with a 4xx status, for example a path that does not decode. */
function badRequest(error: unknown): AppError | undefined {
  const status = (error as { status?: unknown } | undefined)?.status;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return new AppError(status === 404 ? 'request.notFound' : 'request.badTarget', status, { cause: error });
}
