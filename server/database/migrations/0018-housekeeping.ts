import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict } from '../dialect.ts';

/** The time of the last chores, and the time since which the clock is not trusted. */
export const housekeeping: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('housekeeping')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('at', 'text', (column) => column.notNull())
      .modifyEnd(strict(db))
      .execute();
  },
};
