import { contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/may-call.ts';
import { limits } from '#shared/limits.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { rowIdOf } from '../../database/public-ids.ts';
import { readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import type { Admin } from '../auth/repository.ts';
import type { Handlers } from '../calls.ts';
import { type Chore, dayMs, inBatches } from '../chore.ts';
import type { MediaStore } from '../media/store.ts';
import { deletedBefore, eraseRows, isInTrash, restoreRow } from '../row-records/trash-repository.ts';
import type { TrashEntry } from './entry.ts';
import { countDeleted, deletedPage } from './list-repository.ts';
import { trash } from './registry.ts';

/** Number of rows that are erased in one transaction. */
const batch = 10;

/** Lists the trash, and restores deleted records unchanged within `limits.trashDays` days. */
export function trashHandlers(db: Db, media: MediaStore): Handlers {
  const entryOf = (resource: TrashResource, admin: Admin | undefined) => {
    assertThat(mayCall(admin?.role, contract.restoreDeleted, resource), 'role.notAllowed', 403);
    return trash.find((each) => each.resource === resource);
  };
  return {
    /** Deleted rows that can be restored, the last deleted first; only the kinds that the role may write. */
    async getTrash(call) {
      const mine = trash.filter(({ resource }) => mayCall(call.admin?.role, contract.getTrash, resource));
      const { resource: wanted, per_page: perPage = limits.pageSize } = call.query;
      const shown = mine.filter(({ resource }) => wanted === undefined || resource === wanted);
      if (shown.length === 0) throw new AppError('role.notAllowed', 403);
      const now = new Date();
      const end = trashEnd(now);
      const data = await db.transaction().execute(async (tx) => {
        const counts = await countDeleted(tx, mine, end);
        const page = await readPage(
          tx,
          call.page,
          async () => shown.reduce((sum, { resource }) => sum + (counts[resource] ?? 0), 0),
          (_tx, limit, offset) => deletedPage(tx, shown, end, { limit, offset }),
          perPage,
        );
        return {
          ...page,
          data: page.data.map((row) => ({ ...row, ...daysLeft(row.deleted_at, now) })),
          counts,
        };
      });
      return { data };
    },
    async eraseDeleted(call) {
      const { resource, id } = await call.body();
      const entry = entryOf(resource, call.admin);
      const erased = entry && (await erase(media, entry, await rowIdOf(db, entry.table, id)));
      assertThat(erased, 'trash.nothing', 404, { values: { days: limits.trashDays } });
      return { data: { resource, id }, message: 'trash.erased' };
    },
    async restoreDeleted(call) {
      const { resource, id } = await call.body();
      const entry = entryOf(resource, call.admin);
      const restored = entry && (await restore(db, entry, await rowIdOf(db, entry.table, id)));
      assertThat(restored, 'trash.nothing', 404, { values: { days: limits.trashDays } });
      return { data: { resource, id }, message: 'trash.restored' };
    },
  };
}

/** Erases one row with its files, after the rows that belong to it; false when it is not in the trash. */
function erase(media: MediaStore, entry: TrashEntry, id: RowId): Promise<boolean> {
  return media.change([], async ({ tx, drop }) => {
    if (!(await isInTrash(tx, entry.table, id))) return false;
    const { below } = entry;
    const lower = below && trash.find(({ resource }) => resource === below.resource);
    const rows: [TrashEntry, readonly RowId[]][] = [[entry, [id]]];
    if (below && lower) rows.unshift([lower, await below.idsOf(tx, id)]);
    for (const [each, ids] of rows) {
      if (ids.length === 0) continue;
      drop(...((await each.filesOf?.(tx, ids)) ?? []));
      await eraseRows(tx, each.table, ids);
    }
    return true;
  });
}

function restore(db: Db, entry: TrashEntry, id: RowId): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await restoreRow(tx, entry.table, id, trashEnd(new Date())))) return false;
    await entry.assertFits?.(tx, id);
    return true;
  });
}

/** Erases rows that were deleted too long ago to be restored, with their files; one chore for each resource. */
export function trashChores(media: MediaStore): Chore[] {
  return trash.map((entry) => ({
    name: `trash: ${entry.resource}`,
    run: (now) =>
      inBatches(batch, () =>
        media.change([], async ({ tx, drop }) => {
          const ids = await deletedBefore(tx, entry.table, trashEnd(now), batch);
          const named = (await entry.filesOf?.(tx, ids)) ?? [];
          const files = named.filter((address) => address !== null);
          drop(...files);
          await eraseRows(tx, entry.table, ids);
          return { rows: ids.length, files: files.length };
        }),
      ),
  }));
}

/** Returns the start of the restore period: rows deleted before this time can no longer be restored. */
function trashEnd(now: Date): string {
  return new Date(now.getTime() - limits.trashDays * dayMs).toISOString();
}

/** Returns the whole days until the row is erased, including today. */
function daysLeft(deletedAt: string, now: Date): { days_left: number } {
  const over = Date.parse(deletedAt) + limits.trashDays * dayMs;
  return { days_left: Math.max(0, Math.ceil((over - now.getTime()) / dayMs)) };
}
