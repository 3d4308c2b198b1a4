import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict, strictByKey } from '../dialect.ts';

/** Previews of drafts by a link, and the schedules of posts and jobs. */
export const previewsAndSchedules: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('previews')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('row_id', 'integer')
      .addColumn('admin_id', 'integer', (column) => column.notNull())
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('own', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('entity', 'text', (column) => column.notNull())
      .modifyEnd(strict(db))
      .execute();
    await db.schema
      .createIndex('previews_of_row')
      .on('previews')
      .columns(['resource', 'row_id', 'expires_at'])
      .execute();
    await db.schema.createIndex('previews_by_end').on('previews').columns(['expires_at', 'bytes']).execute();
    await db.schema
      .createTable('schedules')
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('row_id', 'integer', (column) => column.notNull())
      .addColumn('publish_at', 'text')
      .addColumn('unpublish_at', 'text')
      .addColumn('next_at', 'text')
      .addColumn('problem', 'text')
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('schedules_key', ['resource', 'row_id'])
      .modifyEnd(strictByKey(db))
      .execute();
    await db.schema.createIndex('schedules_by_time').on('schedules').columns(['next_at']).execute();
  },
};
