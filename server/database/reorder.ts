import type { Generated, Kysely } from 'kysely';
import { deskMessages } from '#shared/desk-messages.ts';
import { AppError } from '../errors.ts';
import type { RowId } from './row-id.ts';
import type { Db, SoftDeleted, Tables } from './types.ts';

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
