import { momentOf } from '#shared/dates.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { AppError } from '../../server/errors.ts';

/**
 * Throws 409 `conflict.newer`, as the engine does, if another person saved after the form was opened, since the host
 * would overwrite that silently. Does not check a form without a version, nor a record whose host sends no
 * `updated_at`.
 */
export function assertNotNewer(yours: unknown, current: unknown): void {
  if (typeof yours !== 'string' || yours === '') return;
  if (typeof current !== 'string' || isSame(yours, current)) return;
  const values = { who: deskMessages['conflict.somebody'], current, yours };
  throw new AppError('conflict.newer', 409, { values, data: { yours, current } });
}

/** A host may write the same time in two ways. */
function isSame(one: string, other: string): boolean {
  return one === other || momentOf(one)?.getTime() === momentOf(other)?.getTime();
}
