import type { Kysely, Selectable, Updateable } from 'kysely';
import { isoAfter } from './clock.ts';
import type { RowId } from './row-id.ts';
import type { Db, Tables } from './types.ts';

/** Tables whose rows have a version: the time of their last change. */
type Versioned = {
  [Name in keyof Tables]: Selectable<Tables[Name]> extends { id: RowId; updated_at: string } ? Name : never;
}[keyof Tables];

interface AnyRow {
  id: RowId;
  updated_at: string;
}

/** Changes a row, and returns it with its new version. Kysely cannot type a query on "one of these tables". */
export async function updateRow<Table extends Versioned>(
  tx: Db,
  table: Table,
  before: AnyRow,
  values: Updateable<Tables[Table]>,
): Promise<Selectable<Tables[Table]>> {
  const any = tx as unknown as Kysely<Record<string, AnyRow>>;
  const changed = any
    .updateTable(table as string)
    .set({ ...values, updated_at: isoAfter(before.updated_at) })
    .where('id', '=', before.id)
    .returningAll();
  return (await changed.executeTakeFirstOrThrow()) as unknown as Selectable<Tables[Table]>;
}
