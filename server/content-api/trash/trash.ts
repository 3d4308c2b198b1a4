import { type Kysely, sql } from 'kysely';
import { contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/row.ts';
import { type ContentName, contentNames, entities } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import {
  readPage,
  restoreRow,
  rowIdOf,
  rowIdsOf,
  shownId,
  type TrashTable,
  trashed,
} from '../../database/rows.ts';
import type { Db, RowId } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { findNote } from '../applicants/repository.ts';
import { cvFilesOf } from '../applicants/retention.ts';
import type { Admin } from '../auth/accounts.ts';
import type { Handlers } from '../calls.ts';
import { type Chore, dayMs, inBatches } from '../chore.ts';
import { pictureLists, projects, tables } from '../content/tables.ts';
import { eraseRows } from '../content/versions.ts';
import type { Change, MediaStore } from '../media/store.ts';

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
        const [found] = await rowsInTrash(tx, entry).where('id', '=', row).execute();
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

function rowsInTrash(db: Db, { table }: TrashEntry) {
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
          const old = rowsInTrash(change.tx, entry).where('deleted_at', '<', trashEnd(now));
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
function daysLeft(deletedAt: string, now: Date) {
  const over = Date.parse(deletedAt) + limits.trashDays * dayMs;
  return { days_left: Math.max(0, Math.ceil((over - now.getTime()) / dayMs)) };
}

/** A resource with a trash: lists and reads leave out its rows with a `deleted_at`. */
interface TrashEntry {
  resource: TrashResource;
  table: TrashTable;
  /** The name of a row; SQL. */
  name: string;
  /**
   * Checks a restored row, in the same transaction: throws AppError when it cannot be restored now, e.g. because the
   * record that it belongs to no longer exists.
   */
  assertFits?(tx: Db, id: RowId): Promise<void>;
  /** Deleted rows that belong to this row, and are erased with it. */
  below?: { table: TrashTable; by: string };
  /** Returns the files that only these rows name; they are erased too. */
  filesOf?(tx: Db, ids: readonly RowId[]): Promise<readonly (string | null)[]>;
}

/** Further rules of the trash for entities that have a form. */
const further: Partial<Record<ContentName, Pick<TrashEntry, 'assertFits' | 'below'>>> = {
  project: {
    async assertFits(tx, id) {
      const project = await projects.findListed(tx, id);
      const isThere = project && (await tables.category.exists(tx, project.category_id));
      assertThat(isThere, 'project.categoryGone', 409);
    },
  },
  category: { below: { table: 'projects', by: 'category_id' } },
};

/**
 * Every kind of row that can be restored. A kind comes after the kinds of its parts (a project after its images),
 * because rows are erased in this order.
 */
export const trash: readonly TrashEntry[] = [
  {
    resource: 'applicant_note',
    table: 'applicant_notes',
    name: '(select name from applicants where applicants.id = applicant_id)',
    async assertFits(tx, id) {
      assertThat(await findNote(tx, id), 'applicant.notFound', 409);
    },
  },
  { resource: 'applicant', table: 'applicants', name: 'name', filesOf: cvFilesOf },
  ...pictureLists,
  ...contentNames.map((resource) => ({
    resource,
    table: entities[resource].table,
    name: entities[resource].title,
    filesOf: (tx: Db, ids: readonly RowId[]) => tables[resource].filesOf(tx, ids),
    ...further[resource],
  })),
  { resource: 'message', table: 'messages', name: "coalesce(subject, name, account_identifier, '')" },
];

/** The rows of these kinds that were deleted at `end` or later, as SQL. */
function deletedRows(entries: readonly TrashEntry[], end: string) {
  const each = entries.map(
    ({ resource, table }) =>
      sql`select ${sql.lit(resource)} as resource, id, deleted_at from ${sql.table(table)} where deleted_at >= ${end}`,
  );
  return sql`(${sql.join(each, sql` union all `)}) as deleted`;
}

/** Counts the deleted rows of each kind. */
async function countDeleted(tx: Db, entries: readonly TrashEntry[], end: string) {
  const { rows } = await sql<{ resource: TrashResource; total: number }>`
    select resource, count(*) as total from ${deletedRows(entries, end)} group by resource`.execute(tx);
  const counts: Record<string, number> = Object.fromEntries(entries.map(({ resource }) => [resource, 0]));
  for (const { resource, total } of rows) counts[resource] = Number(total);
  return counts;
}

/** Returns deleted rows with their names, the last deleted first. */
async function deletedPage(
  tx: Db,
  entries: readonly TrashEntry[],
  end: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const { rows } = await sql<{ resource: TrashResource; id: RowId; deleted_at: string }>`
    select * from ${deletedRows(entries, end)}
    order by deleted_at desc, id desc, resource limit ${limit} offset ${offset}`.execute(tx);
  const known = new Map<string, Awaited<ReturnType<typeof namesOf>>[number]>();
  for (const entry of entries) {
    const ids = rows.filter(({ resource }) => resource === entry.resource).map(({ id }) => id);
    for (const row of await namesOf(tx, entry, ids)) known.set(`${entry.resource} ${row.id}`, row);
  }
  return rows.map(({ resource, id, deleted_at }) => {
    const { public_id = null, name, by = null, below } = known.get(`${resource} ${id}`) ?? {};
    return {
      resource,
      id: shownId({ id, public_id }),
      name: name ?? '',
      by,
      deleted_at,
      below: Number(below),
    };
  });
}

/** Returns the names of these rows, deleted ones included. */
async function namesOf(db: Db, { table, name, below }: TrashEntry, ids: readonly RowId[]) {
  if (ids.length === 0) return [];
  return (db as unknown as Kysely<Record<string, { id: RowId; public_id: string | null }>>)
    .selectFrom(table)
    .select(['id', 'public_id'])
    .select([
      sql<string | null>`${sql.raw(name)}`.as('name'),
      // Null if the admin who deleted the row was removed.
      sql<string | null>`(select coalesce(nullif(admins.name, ''), admins.email) from deletions
        join admins on admins.id = deletions.admin_id
        where deletions.resource = ${table} and deletions.row_id = ${sql.table(table)}.id)`.as('by'),
      // The number of deleted rows that are erased with this one.
      (below
        ? sql<number>`(select count(*) from ${sql.table(below.table)} where ${sql.ref(below.by)} = ${sql.ref(`${table}.id`)})`
        : sql<number>`0`
      ).as('below'),
    ])
    .where('id', 'in', ids)
    .execute();
}

/** Returns the names of rows of a kind by their public ids, deleted rows included. */
export async function titlesOf(db: Db, resource: TrashResource, asked: readonly Id[]) {
  const entry = trash.find((each) => each.resource === resource);
  if (!entry) return new Map<Id, string>();
  const ids = [...(await rowIdsOf(db, entry.table, asked)).values()];
  return new Map((await namesOf(db, entry, ids)).map((row) => [shownId(row), row.name ?? '']));
}
