import { momentOf } from '#shared/dates.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { AppError } from '../../server/errors.ts';

/**
 * Throws 409 `conflict.newer`, as the engine does, if another person saved the record after the form was opened; the
 * host itself would silently overwrite that change. Checks nothing if the form states no version, or if the host
 * sends no `updated_at`.
 */
export function assertNotNewer(yours: unknown, current: unknown): void {
  if (typeof yours !== 'string' || yours === '') return;
  if (typeof current !== 'string' || isSame(yours, current)) return;
  const values = { who: deskMessages['conflict.somebody'], current, yours };
  throw new AppError('conflict.newer', 409, { values, data: { yours, current } });
}

/** Compares two times as moments, since a host may write one time in two formats. */
function isSame(one: string, other: string): boolean {
  return one === other || momentOf(one)?.getTime() === momentOf(other)?.getTime();
}
