import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strictByKey } from '../dialect.ts';

/** Who deleted each row that is in the trash. */
export const deletions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('deletions')
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('row_id', 'integer', (column) => column.notNull())
      .addColumn('admin_id', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('deletions_key', ['resource', 'row_id'])
      .modifyEnd(strictByKey(db))
      .execute();
  },
};
