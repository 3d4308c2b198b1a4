import {
  type Generated,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Updateable,
} from 'kysely';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import { AppError, newerVersion } from '../errors.ts';
import type { Db, RowId, SoftDeleted, Tables } from './types.ts';

/** Returns the current time as every date column stores it: ISO text in UTC with milliseconds. */
export function isoNow() {
  return new Date().toISOString();
}

/**
 * Returns the next `updated_at` of a row: the present time, or a later one if the clock has stopped or gone back, so
 * that it is always later than `before`. So `updated_at` identifies a version of a row.
 */
export function isoAfter(before: string) {
  const now = isoNow();
  return now > before ? now : new Date(Date.parse(before) + 1).toISOString();
}

/**
 * Reads one page of a list (shared/contract/README.md, "Answers"). Count and rows are read in one transaction, the
 * caller's or a new one, so that they agree. A page past the end is empty and states the true last page; an empty
 * list has one page.
 */
export async function readPage<Schema, Row>(
  db: Kysely<Schema>,
  page: number,
  count: (tx: Kysely<Schema>) => Promise<number>,
  rows: (tx: Kysely<Schema>, limit: number, offset: number) => Promise<Row[]>,
  perPage: number = limits.pageSize,
): Promise<Page<Row>> {
  const read = async (tx: Kysely<Schema>) => {
    const total = await count(tx);
    return {
      data: await rows(tx, perPage, (page - 1) * perPage),
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / perPage)),
      per_page: perPage,
      total,
    };
  };
  return reading(db, read);
}

/** Reads in one transaction, the caller's or a new one. */
export function reading<Schema, Result>(db: Kysely<Schema>, work: (tx: Kysely<Schema>) => Promise<Result>) {
  return db.isTransaction ? work(db) : db.transaction().setAccessMode('read only').execute(work);
}

/** As `readPage`, of the rows that a query selects. */
export function pageOf<Schema, Table extends keyof Schema, Row>(
  db: Kysely<Schema>,
  page: number,
  select: (tx: Kysely<Schema>) => SelectQueryBuilder<Schema, Table, Row>,
  perPage?: number,
) {
  return readPage(
    db,
    page,
    (tx) => countRows(select(tx)),
    (tx, limit, offset) => select(tx).limit(limit).offset(offset).execute(),
    perPage,
  );
}

/** Counts the rows of a query. PostgreSQL's counts are bigint and arrive as text. */
export async function countRows<Schema, Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
) {
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll().as('total'));
  return Number(((await counted.executeTakeFirstOrThrow()) as { total: unknown }).total);
}

/** Tables whose rows the contract refers to by id: by the row's text id if it has one, else by its number. */
export type NamedTable = {
  [Name in keyof Tables]: Tables[Name] extends { public_id: unknown } ? Name : never;
}[keyof Tables];

/** Columns of all tables whose rows have a public id; kysely cannot type a query on "one of several tables". */
interface AnyRow {
  id: RowId;
  public_id: string | null;
}

function anyOf(db: Db) {
  return db as unknown as Kysely<Record<NamedTable, AnyRow>>;
}

/** Returns the id of the row as the contract shows it. */
export function shownId({ id, public_id }: AnyRow) {
  return public_id ?? id;
}

/**
 * Returns the number of the row with this public id. For an unknown text id returns 0, which no row has. An id that is
 * a number is returned without a query.
 */
export async function rowIdOf(db: Db, table: NamedTable, id: Id | undefined) {
  if (typeof id !== 'string') return id ?? 0;
  const row = await anyOf(db).selectFrom(table).select('id').where('public_id', '=', id).executeTakeFirst();
  return Number(row?.id ?? 0);
}

/** As `rowIdOf`, for many ids in one query; the map's keys are the given ids. */
export async function rowIdsOf(db: Db, table: NamedTable, ids: readonly Id[]) {
  const known = new Map<Id, RowId>(ids.map((id) => [id, typeof id === 'number' ? id : 0]));
  const texts = ids.filter((id) => typeof id === 'string');
  if (texts.length === 0) return known;
  const rows = await anyOf(db)
    .selectFrom(table)
    .select(['id', 'public_id'])
    .where('public_id', 'in', texts)
    .execute();
  for (const row of rows) known.set(shownId(row), Number(row.id));
  return known;
}

/** Selects the text id of the row to which `column` refers, as part of the query that reads the referring row. */
export function publicIdAt(table: NamedTable, column: string) {
  return sql<
    string | null
  >`(select named.public_id from ${sql.table(table)} as named where named.id = ${sql.ref(column)})`;
}

/** Tables whose rows have a version: the time of their last change. */
type Versioned = {
  [Name in keyof Tables]: Selectable<Tables[Name]> extends { id: RowId; updated_at: string } ? Name : never;
}[keyof Tables];

/** A row in its present version. */
interface VersionedRow {
  id: RowId;
  updated_at: string;
}

/** Changes a row, and returns it with its new version. Kysely cannot type a query on "one of these tables". */
export async function updateRow<Table extends Versioned>(
  tx: Db,
  table: Table,
  before: VersionedRow,
  values: Updateable<Tables[Table]>,
) {
  const any = tx as unknown as Kysely<Record<string, VersionedRow>>;
  const changed = any
    .updateTable(table as string)
    .set({ ...values, updated_at: isoAfter(before.updated_at) })
    .where('id', '=', before.id)
    .returningAll();
  return (await changed.executeTakeFirstOrThrow()) as unknown as Selectable<Tables[Table]>;
}

/** The tables whose rows people sort by hand. */
type OrderedTable = {
  [Name in keyof Tables]: Tables[Name] extends SoftDeleted & { v_order: number } ? Name : never;
}[keyof Tables];

/** Columns of all tables that people sort by hand; kysely cannot type a query on "one of several tables". */
interface OrderedRow extends SoftDeleted {
  id: Generated<RowId>;
  v_order: number;
}

/**
 * Numbers these rows 1, 2, 3 … in this order, all or none: 422 when one of them does not exist. `updated_at` does not
 * change: dragging one row renumbers many, and everyone who is editing one of those would get a conflict.
 */
export async function reorderRows(db: Db, table: OrderedTable, ids: readonly RowId[]) {
  await (db as unknown as Kysely<Record<OrderedTable, OrderedRow>>).transaction().execute(async (tx) => {
    for (const [index, id] of ids.entries()) {
      const moved = await tx
        .updateTable(table)
        .set({ v_order: index + 1 })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (moved.numUpdatedRows === 0n) {
        throw new AppError('fields.invalid', 422, { fields: { ids: [deskMessages['order.unknown']] } });
      }
    }
  });
}

/** Records who made this version of the row. Call it in the transaction that makes the version. */
export async function noteEdit(tx: Db, table: keyof Tables, row: VersionedRow, who: string) {
  const edit = { who, at: row.updated_at };
  await tx
    .insertInto('last_edits')
    .values({ resource: table, row_id: row.id, ...edit })
    .onConflict((known) => known.columns(['resource', 'row_id']).doUpdateSet(edit))
    .execute();
}

/**
 * Returns who made this version of the row; undefined if no admin made it in a form: sample content, a restored row,
 * or an applicant who applied again.
 */
async function lastEditor(tx: Db, table: keyof Tables, row: VersionedRow) {
  const edit = await tx
    .selectFrom('last_edits')
    .select('who')
    .where('resource', '=', table)
    .where('row_id', '=', row.id)
    .where('at', '=', row.updated_at)
    .executeTakeFirst();
  return edit?.who;
}

/** Records who deleted this row. If a deletion is recorded already, that entry stays. */
export async function noteDeletion(tx: Db, table: keyof Tables, row_id: RowId, admin_id: RowId | undefined) {
  if (admin_id === undefined) return;
  await tx
    .insertInto('deletions')
    .values({ resource: table, row_id, admin_id })
    .onConflict((known) => known.columns(['resource', 'row_id']).doNothing())
    .execute();
}

/** Deletes what is recorded about erased rows; of restored ones, only who deleted them. */
export async function forgetAuthors(
  tx: Db,
  table: keyof Tables,
  ids: readonly RowId[],
  records: readonly ('last_edits' | 'deletions')[] = ['last_edits', 'deletions'],
) {
  for (const record of ids.length > 0 ? records : [])
    await tx
      .deleteFrom(record as 'deletions')
      .where('resource', '=', table)
      .where('row_id', 'in', ids)
      .execute();
}

/** Tables with a trash: a deleted row is only marked as deleted, and is erased later. */
export type TrashTable = {
  [Name in keyof Tables]: Tables[Name] extends SoftDeleted ? Name : never;
}[keyof Tables];

/** Columns that all tables with a trash have; kysely cannot type a query on "one of several tables". */
interface TrashRow extends SoftDeleted {
  id: Generated<RowId>;
  updated_at: string;
}

export function trashed(db: Db) {
  return db as unknown as Kysely<Record<TrashTable, TrashRow>>;
}

/** Marks a row as deleted by this admin; false when it does not exist or is already deleted. */
export async function softDeleteRow(db: Db, table: TrashTable, id: RowId, adminId?: RowId): Promise<boolean> {
  if (!db.isTransaction) return db.transaction().execute((tx) => softDeleteRow(tx, table, id, adminId));
  const result = await trashed(db)
    .updateTable(table)
    .set({ deleted_at: isoNow() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await noteDeletion(db, table, id, adminId);
  return true;
}

/** Restores a row that was deleted after `end`; false when there is none. */
export async function restoreRow(db: Db, table: TrashTable, id: RowId, end: string) {
  const row = await trashed(db)
    .selectFrom(table)
    .select('updated_at')
    .where('id', '=', id)
    .where('deleted_at', '>=', end)
    .executeTakeFirst();
  if (!row) return false;
  await trashed(db)
    .updateTable(table)
    .set({ deleted_at: null, updated_at: isoAfter(row.updated_at) })
    .where('id', '=', id)
    .execute();
  await forgetAuthors(db, table, [id], ['deletions']);
  return true;
}

/**
 * Throws 409 `conflict.newer` when the row has changed since the `updated_at` that the form began with (optimistic
 * concurrency). The error contains both values of `updated_at`, and the other author if known. Without an
 * `updated_at` the last change wins. Call it inside the transaction of the change.
 */
export async function assertNotNewer(
  tx: Db,
  table: keyof Tables,
  sent: string | null | undefined,
  row: VersionedRow,
) {
  if (!sent || sent === row.updated_at) return;
  throw newerVersion(sent, row.updated_at, await lastEditor(tx, table, row));
}
