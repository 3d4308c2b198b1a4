import { deskMessages } from '#shared/desk-messages.ts';
import type { Conflict } from '#shared/schemas/conflict.ts';
import { AppError } from './errors.ts';

/**
 * Returns the 409 `conflict.newer` for an edit that began with the version `yours`, while `current` is stored. `who` is
 * the name or email of the person who saved `current`, if it is known.
 */
export function newerVersion(yours: string, current: string, who?: string | null): AppError {
  const data: Conflict = { yours, current, ...(who && { who }) };
  return new AppError('conflict.newer', 409, {
    values: { ...data, who: who ?? deskMessages['conflict.somebody'] },
    data,
  });
}
