import { setImmediate } from 'node:timers/promises';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { assertThat } from '../../errors.ts';
import type { Handlers } from '../calls.ts';
import type { Db } from '../database/types.ts';
import type { Chore } from '../housekeeping/housekeeping.ts';
import type { MediaStore } from '../media/store.ts';
import { deletedBefore, eraseRows, restoreRow, type TrashTable } from './repository.ts';

/** What the trash knows of a resource: lists and reads leave out its rows whose `deleted_at` is set. */
export interface TrashEntry {
  resource: TrashResource;
  table: TrashTable;
  /**
   * Looks at a row that has just come back, in the same transaction: throws AppError when it cannot as things are now, e.g.
   * because what it belongs to is gone.
   */
  assertFits?(tx: Db, id: Id): Promise<void>;
  /** The files that only these rows name; they go with them. */
  filesOf?(tx: Db, ids: readonly Id[]): Promise<readonly (string | null)[]>;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Rows erased in one transaction, some milliseconds: others get their turn in between. */
const batch = 10;

/** POST restoreDeleted: what was deleted comes back as it was, for `limits.trashDays` days. */
export function trashHandlers(db: Db, entries: readonly TrashEntry[]): Handlers {
  return {
    async restoreDeleted(call) {
      const { resource, id } = await call.body();
      const entry = entries.find((each) => each.resource === resource);
      const restored = entry && (await restore(db, entry, id));
      assertThat(restored, 'trash.nothing', 404, { values: { days: limits.trashDays } });
      return { data: { resource, id }, message: 'trash.restored' };
    },
  };
}

function restore(db: Db, entry: TrashEntry, id: Id): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await restoreRow(tx, entry.table, id, trashEnd(new Date())))) return false;
    await entry.assertFits?.(tx, id);
    return true;
  });
}

/** Erases, with their files, rows that were deleted too long ago to be restored; one chore for each resource. */
export function trashChores(media: MediaStore, entries: readonly TrashEntry[]): Chore[] {
  return entries.map((entry) => ({
    name: `trash: ${entry.resource}`,
    async run(now) {
      const removed = { rows: 0, files: 0 };
      for (;;) {
        const gone = await media.change([], async ({ tx, drop }) => {
          const ids = await deletedBefore(tx, entry.table, trashEnd(now), batch);
          const named = (await entry.filesOf?.(tx, ids)) ?? [];
          const files = named.filter((address) => address !== null);
          drop(...files);
          await eraseRows(tx, entry.table, ids);
          return { rows: ids.length, files: files.length };
        });
        removed.rows += gone.rows;
        removed.files += gone.files;
        if (gone.rows < batch) return removed;
        await setImmediate();
      }
    },
  }));
}

/** What was deleted before this moment cannot be restored any more. */
function trashEnd(now: Date): string {
  return new Date(now.getTime() - limits.trashDays * dayMs).toISOString();
}
