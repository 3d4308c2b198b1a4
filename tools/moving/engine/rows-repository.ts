import type { Generated, Kysely } from 'kysely';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { isoAfter, isoNow } from '../../../server/database/clock.ts';
import { advanceIdsPast, nextId } from '../../../server/database/dialect.ts';
import type { RowId } from '../../../server/database/row-id.ts';
import type { Db, Tables } from '../../../server/database/types.ts';
import type { ArchiveKind } from '../../archive/manifest.ts';
import type { ArchiveRecords, MediaReference } from '../../archive/records.ts';
import type { Place } from './row-values.ts';

/** Tables whose rows move in archives. */
export type MovedTable = Extract<
  keyof Tables,
  'categories' | 'projects' | 'blogs' | 'jobs' | 'applicants' | 'team_members' | 'messages'
>;

/** Tables of parts of these rows, which have ids of their own. */
export type PartTable = Extract<
  keyof Tables,
  'tech_images' | 'project_images' | 'applicant_notes' | 'applicant_events'
>;

export interface Writing {
  id: RowId;
  /** True if the row replaces an existing one. */
  isThere: boolean;
  place: Place;
  /** Returns the size of a fetched file in bytes. */
  sizeOf(reference: MediaReference): number;
}

/** Reads and writes the rows of one entity. */
export interface MovedRows<Name extends ArchiveKind> {
  table: MovedTable;
  /** Rows that are read at once; 1 for entities with long texts. */
  batch: number;
  /** Returns rows in the form of an archive, ordered by id and without deleted ones; files by their addresses. */
  read(db: Db, ids: readonly RowId[]): Promise<ArchiveRecords[Name][]>;
  /** Returns why this row cannot be imported, in words. */
  problem(db: Db, record: ArchiveRecords[Name], id: RowId): Promise<string | undefined>;
  /** Adds the row, or replaces the one with this id. Returns the files that the row named before. */
  write(tx: Db, record: ArchiveRecords[Name], writing: Writing): Promise<(string | null)[]>;
}

/** Columns that all of the tables have; kysely cannot type a query on "one of these tables". */
interface AnyRow {
  id: Generated<RowId>;
  public_id: string | null;
  deleted_at: string | null;
  extra: string | null;
  created_at: string;
  updated_at: string;
}

export function anyOf(db: Db): Kysely<Record<MovedTable | PartTable, AnyRow>> {
  return db as unknown as Kysely<Record<MovedTable | PartTable, AnyRow>>;
}

/** Returns ids of rows that are not deleted, in order, after this one. */
export async function idsBehind(db: Db, table: MovedTable, id: RowId, limit: number): Promise<RowId[]> {
  const rows = await anyOf(db)
    .selectFrom(table)
    .select('id')
    .where('id', '>', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => Number(row.id));
}

export async function countLiving(db: Db, table: MovedTable): Promise<number> {
  const { total } = await anyOf(db)
    .selectFrom(table)
    .select((select) => select.fn.countAll().as('total'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * State of an id: free, an existing row, a row in the trash, or the number of another row that is known by a text id.
 */
export type State = { is: 'free' } | { is: 'there' | 'deleted'; id: RowId } | { is: 'taken'; by: string };

export async function stateOf(db: Db, table: MovedTable, id: Id): Promise<State> {
  const row = await anyOf(db)
    .selectFrom(table)
    .select(['id', 'public_id', 'deleted_at'])
    .where(typeof id === 'number' ? 'id' : 'public_id', '=', id)
    .executeTakeFirst();
  if (!row) return { is: 'free' };
  if (row.public_id !== null && row.public_id !== id) return { is: 'taken', by: row.public_id };
  return { is: row.deleted_at === null ? 'there' : 'deleted', id: Number(row.id) };
}

/** Returns the columns that every table has: dates, and `extra` for data without a column. */
export function commonOf(record: { id: Id; created_at?: string; updated_at?: string; extra?: object }) {
  return {
    public_id: publicIdOf(record),
    created_at: record.created_at,
    updated_at: record.updated_at,
    extra: record.extra && JSON.stringify(record.extra),
  };
}

/** Returns the text id of a row; undefined for a numeric id, which is the row's own. */
function publicIdOf({ id }: { id?: Id | undefined }): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** Returns dates that an archive omits: those of a new row, or of a change to this one. */
export async function momentsOf(
  tx: Db,
  table: MovedTable,
  record: { created_at?: string; updated_at?: string },
  { id, isThere }: { id: RowId; isThere: boolean },
): Promise<{ created_at: string; updated_at: string }> {
  if (!isThere) {
    const created_at = record.created_at ?? record.updated_at ?? isoNow();
    return { created_at, updated_at: record.updated_at ?? created_at };
  }
  const before = await anyOf(tx)
    .selectFrom(table)
    .select(['created_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    created_at: record.created_at ?? before.created_at,
    updated_at: record.updated_at ?? isoAfter(before.updated_at),
  };
}

/** Returns `extra` in the form of an archive. */
export function extraOf(row: { extra: string | null }): { extra?: Record<string, unknown> } {
  return row.extra === null ? {} : { extra: JSON.parse(row.extra) as Record<string, unknown> };
}

/** Returns the position after the last row of a table, or of a category. */
export async function nextOrder(
  tx: Db,
  table: 'projects' | 'team_members',
  category?: RowId,
): Promise<number> {
  const row = await tx
    .selectFrom(table as 'projects')
    .select((select) => select.fn.max('v_order').as('last'))
    .$if(category !== undefined, (rows) => rows.where('category_id', '=', category ?? 0))
    .executeTakeFirst();
  return Math.min(Number(row?.last ?? 0) + 1, limits.order);
}

/**
 * Returns the ids for the parts of a row: the number or text from the archive, unless another row uses it; neither if
 * the part gets a new number.
 */
export async function partIds(
  tx: Db,
  table: PartTable,
  parts: readonly { id?: Id | undefined }[],
): Promise<{ id?: RowId; public_id?: string }[]> {
  const numbers = parts.map(({ id }) => id).filter((id) => typeof id === 'number');
  const texts = parts.map(({ id }) => id).filter((id) => typeof id === 'string');
  const taken = new Set<Id>();
  for (const [column, ids] of [['id', numbers] as const, ['public_id', texts] as const]) {
    if (ids.length === 0) continue;
    const rows = await anyOf(tx).selectFrom(table).select(column).where(column, 'in', ids).execute();
    for (const row of rows) taken.add(column === 'id' ? Number(row.id) : (row.public_id ?? ''));
  }
  const free: { id?: RowId; public_id?: string }[] = parts.map(({ id }) => {
    if (id === undefined || taken.has(id)) return {};
    taken.add(id);
    return typeof id === 'number' ? { id } : { public_id: id };
  });
  // Parts without a number get numbers after all of these, so that none collides.
  let last = Math.max(0, ...free.map(({ id = 0 }) => id));
  const open = free.filter(({ id }) => id === undefined);
  if (open.length > 0) last = Math.max(last, (await nextId(tx, table)) - 1);
  for (const part of open) {
    last += 1;
    part.id = last;
  }
  if (last > 0) await advanceIdsPast(tx, table, last);
  return free;
}
