import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict } from '../dialect.ts';

/** Which rows are unchanged sample content, and whether sample content was ever added or removed. */
export const sample: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('sample_rows')
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('row_id', 'integer', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('sample_rows_key', ['resource', 'row_id'])
      .modifyEnd(strict(db))
      .execute();
    await db.schema
      .createTable('sample_states')
      .addColumn('state', 'text', (column) =>
        column.notNull().check(sql`state in ('added', 'removed', 'declined')`),
      )
      .addColumn('at', 'text', (column) => column.notNull())
      .modifyEnd(strict(db))
      .execute();
  },
};
