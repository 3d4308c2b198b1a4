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

/** Tables whose rows are exported to and imported from archives. */
export type MovedTable = Extract<
  keyof Tables,
  'categories' | 'projects' | 'blogs' | 'jobs' | 'applicants' | 'team_members' | 'messages'
>;

/**
 * Tables with the nested parts of the rows of a `MovedTable`, such as pictures or notes. The parts have their own
 * ids.
 */
export type PartTable = Extract<
  keyof Tables,
  'tech_images' | 'project_images' | 'applicant_notes' | 'applicant_events'
>;

export interface Writing {
  id: RowId;
  /** True if the row replaces a stored row. */
  isThere: boolean;
  place: Place;
  /** Returns the size of the file that was fetched for a reference, in bytes. */
  sizeOf(reference: MediaReference): number;
}

/** Reads and writes the rows of one entity. */
export interface MovedRows<Name extends ArchiveKind> {
  table: MovedTable;
  /** Maximum number of rows that are read by one query. 1 for entities with long texts. */
  batch: number;
  /**
   * Returns rows in the form of an archive, ordered by id and without deleted ones. Files are references with their
   * stored path.
   */
  read(db: Db, ids: readonly RowId[]): Promise<ArchiveRecords[Name][]>;
  /** Returns the reason for which this row cannot be imported, in words; undefined if it can. */
  problem(db: Db, record: ArchiveRecords[Name], id: RowId): Promise<string | undefined>;
  /** Adds a row, or replaces the row with this id. Returns the files of the replaced row. */
  write(tx: Db, record: ArchiveRecords[Name], writing: Writing): Promise<(string | null)[]>;
}

/**
 * The columns that all tables of `MovedTable` have in common. A query on "one of these tables" cannot be typed in
 * kysely, so it is typed with this interface.
 */
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

/** Returns the next ids of rows after `id`, in ascending order and without deleted rows. */
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
 * State of an id. `free`: no row has it. `there`: a row has it. `deleted`: a row in the trash has it. `taken`: the
 * number belongs to a row that archives know by the text id `by`.
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

/**
 * Returns the columns that all tables of archived rows have: the text id, dates, and `extra` for data without a
 * column.
 */
export function commonOf(record: { id: Id; created_at?: string; updated_at?: string; extra?: object }) {
  return {
    public_id: publicIdOf(record),
    created_at: record.created_at,
    updated_at: record.updated_at,
    extra: record.extra && JSON.stringify(record.extra),
  };
}

/** Returns the id of a record if it is a text; undefined if it is a number, which is the id of the row itself. */
function publicIdOf({ id }: { id?: Id | undefined }): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/**
 * Returns the dates of a row: those of the archive, if it has them. If it omits a date, a new row gets the present
 * time or its other date, and a replaced row gets the date that any change of the row would give it.
 */
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

/** Returns the position after the last row of a table or, for projects, of a category. */
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
 * Returns the ids for the nested parts of a row. A part keeps the id of the archive, unless another row has that id.
 * Every other part, and every part with a text id, gets a new number.
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
  // New numbers begin after the highest number that a part keeps, so that no two parts get the same number.
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
