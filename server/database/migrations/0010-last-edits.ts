import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict } from '../dialect.ts';

/** Who made the version that a row has, so that whoever was slower is told (decision 11). */
export const lastEdits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('last_edits')
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('row_id', 'integer', (column) => column.notNull())
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('last_edits_key', ['resource', 'row_id'])
      .modifyEnd(strict(db))
      .execute();
  },
};
