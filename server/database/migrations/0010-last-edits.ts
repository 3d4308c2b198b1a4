import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict } from '../dialect.ts';

/** The author of a row's present version, for conflicts (server/content-api/README.md, "Conflicts"). */
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
