import type { Logger } from 'pino';
import { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { isDamaged, storageError } from '../database/errors.ts';
import { AppError } from '../errors.ts';
import { type EngineReply, jsonReply } from './exchange.ts';

/**
 * Returns the answer to an error: the envelope as an API host sends it (shared/contract/README.md, "Answers"),
 * without a stack and with the true HTTP status. The error code is sent only with `data`, because `data` cannot be
 * interpreted without the code.
 */
export function errorReply(error: unknown, log: Logger): EngineReply {
  const known = error instanceof AppError ? error : storageError(error);
  if (isDamaged(error))
    log.error({ err: error }, 'content API: the database is damaged; restore a backup (docs/operations.md)');
  else if (!known) log.error({ err: error }, 'content API: unexpected error');
  else if (known.status === 507)
    log.error(
      { err: known.cause },
      'content API: the disk or the bucket of MEDIA_URL is full or cannot be written',
    );
  else if (known.code === 'storage.down')
    log.error({ err: known.cause }, 'content API: the bucket of MEDIA_URL fails');
  else if (known.code === 'storage.busy')
    log.error({ err: known.cause }, 'content API: another process has locked the database');
  else if (known.code === 'storage.away')
    log.error({ err: known.cause }, 'content API: the database cannot be reached');
  const body: Envelope = {
    status: 0,
    message: known?.message ?? messages['request.failed'],
    ...(known?.fields && { errors: known.fields }),
    ...(known && known.data !== undefined && { code: known.code, data: known.data }),
  };
  const headers = Object.entries(known?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return jsonReply(known?.status ?? 500, body, Object.fromEntries(headers));
}
