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
import { eraseRows, restoreRow, trashed } from '../content/trash-repository.ts';
import type { Change, MediaStore } from '../media/store.ts';
import { countDeleted, deletedPage, type TrashEntry, trash } from './registry.ts';

/** Number of rows that are erased in one transaction. */
const batch = 10;

/** Lists the trash, and restores deleted records unchanged within `limits.trashDays` days. */
export function trashHandlers(db: Db, media: MediaStore): Handlers {
  const entryOf = (resource: TrashResource, admin: Admin | undefined) => {
    assertThat(mayCall(admin?.role, contract.restoreDeleted, resource), 'role.notAllowed', 403);
    const entry = trash.find((each) => each.resource === resource);
    assertThat(entry, 'trash.nothing', 404, { values: { days: limits.trashDays } });
    return entry;
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
      const row = await rowIdOf(db, entry.table, id);
      const isErased = await media.change([], async ({ tx, drop }) => {
        const [found] = await deletedRows(tx, entry).where('id', '=', row).execute();
        if (!found) return false;
        const { below } = entry;
        const lower = trash.find(({ table }) => table === below?.table);
        if (below && lower) {
          const rows = trashed(tx)
            .selectFrom(lower.table)
            .select('id')
            .where(below.by as 'id', '=', row);
          await erase({ tx, drop }, lower, await rows.execute());
        }
        await erase({ tx, drop }, entry, [found]);
        return true;
      });
      assertThat(isErased, 'trash.nothing', 404, { values: { days: limits.trashDays } });
      return { data: { resource, id }, message: 'trash.erased' };
    },
    async restoreDeleted(call) {
      const { resource, id } = await call.body();
      const entry = entryOf(resource, call.admin);
      const row = await rowIdOf(db, entry.table, id);
      await db.transaction().execute(async (tx) => {
        const isRestored = await restoreRow(tx, entry.table, row, trashEnd(new Date()));
        assertThat(isRestored, 'trash.nothing', 404, { values: { days: limits.trashDays } });
        await entry.assertFits?.(tx, row);
      });
      return { data: { resource, id }, message: 'trash.restored' };
    },
  };
}

function deletedRows(db: Db, { table }: TrashEntry) {
  return trashed(db).selectFrom(table).select('id').where('deleted_at', 'is not', null);
}

/** Erases rows with the files that only they name; returns how many there were of both. */
async function erase(
  { tx, drop }: Pick<Change, 'tx' | 'drop'>,
  { table, filesOf }: TrashEntry,
  rows: readonly { id: RowId }[],
) {
  const ids = rows.map(({ id }) => id);
  const named = ids.length > 0 ? await filesOf?.(tx, ids) : undefined;
  const files = (named ?? []).filter((address) => address !== null);
  drop(...files);
  await eraseRows(tx, table, ids);
  return { rows: ids.length, files: files.length };
}

/** Erases rows that were deleted too long ago to be restored, with their files; one chore for each resource. */
export function trashChores(media: MediaStore): Chore[] {
  return trash.map((entry) => ({
    name: `trash: ${entry.resource}`,
    run: (now) =>
      inBatches(batch, () =>
        media.change([], async (change) => {
          const old = deletedRows(change.tx, entry).where('deleted_at', '<', trashEnd(now));
          const rows = await old.orderBy('deleted_at').orderBy('id').limit(batch).execute();
          return erase(change, entry, rows);
        }),
      ),
  }));
}

/** Returns the start of the restore period: rows deleted before this time can no longer be restored. */
function trashEnd(now: Date) {
  return new Date(now.getTime() - limits.trashDays * dayMs).toISOString();
}

/** Returns the whole days until the row is erased, including today. */
function daysLeft(deletedAt: string, now: Date): { days_left: number } {
  const over = Date.parse(deletedAt) + limits.trashDays * dayMs;
  return { days_left: Math.max(0, Math.ceil((over - now.getTime()) / dayMs)) };
}
