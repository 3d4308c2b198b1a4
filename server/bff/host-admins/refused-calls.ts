import { rows } from '#shared/contract/index.ts';
import { AppError } from '../../errors.ts';
import { withTimeout } from '../../process/with-timeout.ts';
import type { FindRefusedCalls } from '../session/calls.ts';
import type { AdminGuard } from './admit.ts';

/** How long an answer waits for the host, in milliseconds. After that no call counts as refused. */
const waitMs = 2_000;

/**
 * Creates the function that finds refused calls, so that the admin area offers none of them. Calls that need the same
 * right are judged once. Calls whose right depends on the record that they name are left out. Without a guard nothing
 * is refused here.
 */
export function createRefusedCalls(guard: AdminGuard | undefined): FindRefusedCalls {
  if (!guard) return async () => [];
  const guarded = rows.filter((row) => row.access === 'admin' && !row.needsOf && guard.guards(row));
  const groups = [...Map.groupBy(guarded, ({ needs }) => needs).values()];
  return async (req, res, session) => {
    const found = groups.map(async (group) => {
      const [row] = group;
      const isRefused =
        row !== undefined &&
        (await guard.judge({ req, res, row, session }).then(
          () => false,
          (error: unknown) => error instanceof AppError && error.status === 403,
        ));
      return isRefused ? group.map(({ name }) => name) : [];
    });
    return (await withTimeout(waitMs, Promise.all(found)).catch(() => [])).flat();
  };
}
