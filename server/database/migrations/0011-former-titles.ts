import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict } from '../dialect.ts';

/** Former titles of categories. URLs with a former title redirect to the present one. */
export const formerTitles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('former_category_titles')
      .addColumn('title_key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('category_id', 'integer', (column) =>
        column.notNull().references('categories.id').onDelete('cascade'),
      )
      .modifyEnd(strict(db))
      .execute();
    await db.schema
      .createIndex('former_category_titles_category')
      .on('former_category_titles')
      .column('category_id')
      .execute();
  },
};
