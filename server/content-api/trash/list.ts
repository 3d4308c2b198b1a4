import { contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/may-call.ts';
import { limits } from '#shared/limits.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { nearerEnd } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../calls.ts';
import type { TrashEntry } from './entry.ts';
import {
  countDeleted,
  type DeletedRow,
  deletedFromEnd,
  type NamedRow,
  namesOfDeleted,
} from './list-repository.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * GET getTrash: deleted rows that can be restored, the last deleted first; only the kinds that the role may write.
 */
export function trashListHandler(
  db: Db,
  entries: readonly TrashEntry[],
  trashEnd: (now: Date) => string,
): Pick<Required<Handlers>, 'getTrash'> {
  return {
    async getTrash(call) {
      const mine = entries.filter(({ resource }) => mayCall(call.admin?.role, contract.getTrash, resource));
      const { resource: wanted, per_page: perPage = limits.pageSize } = call.query;
      const shown = mine.filter(({ resource }) => wanted === undefined || resource === wanted);
      if (shown.length === 0) throw new AppError('role.notAllowed', 403);
      const now = new Date();
      const end = trashEnd(now);
      const data = await db.transaction().execute(async (tx) => {
        const counts = new Map<TrashResource, number>();
        for (const entry of mine) counts.set(entry.resource, await countDeleted(tx, entry, end));
        const total = shown.reduce((sum, { resource }) => sum + (counts.get(resource) ?? 0), 0);
        const rows = await rowsOf(tx, shown, end, { page: call.page, perPage, total });
        return {
          data: await Promise.all(rows.map(async (row) => ({ ...row, ...daysLeft(row.deleted_at, now) }))),
          current_page: call.page,
          last_page: Math.max(1, Math.ceil(total / perPage)),
          per_page: perPage,
          total,
          counts: Object.fromEntries(counts),
        };
      });
      return { data };
    },
  };
}

async function rowsOf(
  tx: Db,
  entries: readonly TrashEntry[],
  end: string,
  { page, perPage, total }: { page: number; perPage: number; total: number },
) {
  const { limit, offset, backwards } = nearerEnd(total, perPage, (page - 1) * perPage);
  if (limit === 0) return [];
  const found: DeletedRow[] = [];
  for (const entry of entries)
    found.push(...(await deletedFromEnd(tx, entry, end, { limit: offset + limit, backwards })));
  found.sort(lastFirst);
  if (backwards) found.reverse();
  const rows = found.slice(offset, offset + limit);
  if (backwards) rows.reverse();
  const names = new Map<TrashResource, Map<RowId, NamedRow>>();
  const below = new Map<RowId, number>();
  for (const entry of entries) {
    const ids = rows.filter(({ resource }) => resource === entry.resource).map(({ id }) => id);
    names.set(entry.resource, await namesOfDeleted(tx, entry, ids));
    for (const id of entry.below ? ids : []) below.set(id, (await entry.below?.idsOf(tx, id))?.length ?? 0);
  }
  return rows.map(({ resource, id, deletedAt }) => {
    const { shown = id, name = '', by = null } = names.get(resource)?.get(id) ?? {};
    return {
      resource,
      id: shown,
      name,
      by,
      deleted_at: deletedAt,
      below: resource === 'category' ? (below.get(id) ?? 0) : 0,
    };
  });
}

/**
 * Sorts by time and id, newest first. Rows with the same time and id are sorted by kind, so that a page is the same
 * whether it is read from the beginning or the end of the list.
 */
function lastFirst(one: DeletedRow, other: DeletedRow): number {
  if (one.deletedAt !== other.deletedAt) return one.deletedAt < other.deletedAt ? 1 : -1;
  return other.id - one.id || one.resource.localeCompare(other.resource);
}

/** Returns the whole days until the row is erased, including today. */
function daysLeft(deletedAt: string, now: Date): { days_left: number } {
  const over = Date.parse(deletedAt) + limits.trashDays * dayMs;
  return { days_left: Math.max(0, Math.ceil((over - now.getTime()) / dayMs)) };
}
