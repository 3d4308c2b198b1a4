import { momentOf } from '#shared/dates.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { AppError } from '../../server/errors.ts';

/**
 * 409 `conflict.newer`, as the engine has it, when a form was opened before somebody else saved: the host would overwrite that without a
 * word. A form that does not say which version it has is not checked, and neither is a thing whose host tells no `updated_at`.
 */
export function assertNotNewer(yours: unknown, current: unknown): void {
  if (typeof yours !== 'string' || yours === '') return;
  if (typeof current !== 'string' || isSame(yours, current)) return;
  const values = { who: deskMessages['conflict.somebody'], current, yours };
  throw new AppError('conflict.newer', 409, { values, data: { yours, current } });
}

/** A host may write the same moment in two ways. */
function isSame(one: string, other: string): boolean {
  return one === other || momentOf(one)?.getTime() === momentOf(other)?.getTime();
}
