import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Id } from '#shared/id.ts';
import type { RowId } from './row-id.ts';
import type { Db, Tables } from './types.ts';

/** Tables whose rows the contract refers to by id: by the row's text id if it has one, else by its number. */
export type NamedTable = {
  [Name in keyof Tables]: Tables[Name] extends { public_id: unknown } ? Name : never;
}[keyof Tables];

/** Columns of all tables whose rows have a public id; kysely cannot type a query on "one of several tables". */
interface AnyRow {
  id: RowId;
  public_id: string | null;
}

function anyOf(db: Db): Kysely<Record<NamedTable, AnyRow>> {
  return db as unknown as Kysely<Record<NamedTable, AnyRow>>;
}

/** Returns the id of the row as the contract shows it. */
export function shownId({ id, public_id }: AnyRow): Id {
  return public_id ?? id;
}

/**
 * Returns the number of the row with this public id. For an unknown text id returns 0, which no row has. An id that is
 * a number is returned without a query.
 */
export async function rowIdOf(db: Db, table: NamedTable, id: Id | undefined): Promise<RowId> {
  if (typeof id !== 'string') return id ?? 0;
  const row = await anyOf(db).selectFrom(table).select('id').where('public_id', '=', id).executeTakeFirst();
  return Number(row?.id ?? 0);
}

/** As `rowIdOf`, for many ids in one query; the map's keys are the given ids. */
export async function rowIdsOf(db: Db, table: NamedTable, ids: readonly Id[]): Promise<Map<Id, RowId>> {
  const known = new Map<Id, RowId>(ids.map((id) => [id, typeof id === 'number' ? id : 0]));
  const texts = ids.filter((id) => typeof id === 'string');
  if (texts.length === 0) return known;
  const rows = await anyOf(db)
    .selectFrom(table)
    .select(['id', 'public_id'])
    .where('public_id', 'in', texts)
    .execute();
  for (const { id, public_id } of rows) known.set(public_id ?? id, Number(id));
  return known;
}

/** Selects the text id of the row to which `column` refers, as part of the query that reads the referring row. */
export function publicIdAt(table: NamedTable, column: string): RawBuilder<string | null> {
  return sql<
    string | null
  >`(select named.public_id from ${sql.table(table)} as named where named.id = ${sql.ref(column)})`;
}
