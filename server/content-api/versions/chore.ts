import { limits } from '#shared/limits.ts';
import type { Db } from '../../database/types.ts';
import { type Chore, dayMs, inBatches } from '../chore.ts';
import { eraseVersions, oldVersions } from '../row-records/versions-repository.ts';

/** Number of versions that are erased in one transaction. */
const batch = 50;

/** Erases versions that are too old, except the newest of each record. */
export function versionsChore(db: Db): Chore {
  return {
    name: 'versions that are too old',
    run(now) {
      const end = new Date(now.getTime() - limits.versionDays * dayMs).toISOString();
      return inBatches(batch, () =>
        db.transaction().execute(async (tx) => {
          const ids = await oldVersions(tx, end, batch);
          await eraseVersions(tx, ids);
          return { versions: ids.length };
        }),
      );
    },
  };
}
