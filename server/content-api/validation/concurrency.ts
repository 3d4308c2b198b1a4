import { AppError } from '../../errors.ts';

/**
 * Optimistic concurrency: who changes a row may send the `updated_at` that they began with. 409 `conflict.newer` with
 * both times when the row has changed since; not sent, the last one wins. Ask inside the transaction of the change.
 */
export function assertNotNewer(sent: string | null | undefined, row: { updated_at: string }): void {
  if (!sent || sent === row.updated_at) return;
  const versions = { yours: sent, current: row.updated_at };
  throw new AppError('conflict.newer', 409, { values: versions, data: versions });
}
