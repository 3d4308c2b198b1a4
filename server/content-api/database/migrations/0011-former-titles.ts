import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Titles that categories had before: their addresses lead on to the present ones. */
export const formerTitles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('former_category_titles')
      .addColumn('title_key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('category_id', 'integer', (column) =>
        column.notNull().references('categories.id').onDelete('cascade'),
      )
      .modifyEnd(sql`strict`)
      .execute();
    await db.schema
      .createIndex('former_category_titles_category')
      .on('former_category_titles')
      .column('category_id')
      .execute();
  },
};
