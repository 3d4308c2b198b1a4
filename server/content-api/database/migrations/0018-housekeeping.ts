import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When the chores ran last, by the wall clock, and since when that clock is doubted. */
export const housekeeping: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('housekeeping')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('at', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute();
  },
};
