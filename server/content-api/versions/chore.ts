import { setImmediate } from 'node:timers/promises';
import { limits } from '#shared/limits.ts';
import type { Db } from '../../database/types.ts';
import { type Chore, dayMs } from '../chore.ts';
import { eraseVersions, oldVersions } from '../row-records/versions-repository.ts';

/**
 * Number of versions that are erased in one transaction, which takes a few milliseconds; other calls run between the
 * transactions.
 */
const batch = 50;

/** Erases versions that are too old, except the newest of each record. */
export function versionsChore(db: Db): Chore {
  return {
    name: 'versions that are too old',
    async run(now) {
      const end = new Date(now.getTime() - limits.versionDays * dayMs).toISOString();
      const removed = { versions: 0 };
      for (;;) {
        const gone = await db.transaction().execute(async (tx) => {
          const ids = await oldVersions(tx, end, batch);
          await eraseVersions(tx, ids);
          return ids.length;
        });
        removed.versions += gone;
        if (gone < batch) return removed;
        await setImmediate();
      }
    },
  };
}
