import { type ColumnDefinitionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import type { RowId } from '../row-id.ts';
import { titleKey } from '../title-key.ts';
import { moveTextToTheEnd } from './added-columns.ts';

/** The columns that this migration reads or writes. */
interface Known {
  categories: { id: RowId; title: string; title_key: string };
  projects: { id: RowId; description: string; summary: string };
  blogs: { id: RowId; description: string; summary: string };
}

/**
 * Categories, projects and posts can be deleted and restored; lists read a summary instead of the whole text; a
 * category is found by its title.
 */
export const softDelete: Migration = {
  async up(unknown: Kysely<unknown>) {
    const db = unknown as Kysely<Known>;
    for (const table of ['categories', 'projects', 'blogs']) {
      await db.schema.alterTable(table).addColumn('deleted_at', 'text').execute();
    }
    for (const table of ['projects', 'blogs'] as const) {
      await db.schema.alterTable(table).addColumn('summary', 'text', needed).execute();
      await summarise(db, table);
      await moveTextToTheEnd(unknown, table);
    }
    await db.schema.alterTable('categories').addColumn('title_key', 'text', needed).execute();
    for (const { id, title } of await db.selectFrom('categories').select(['id', 'title']).execute()) {
      await db
        .updateTable('categories')
        .set({ title_key: titleKey(title) })
        .where('id', '=', id)
        .execute();
    }
    await renewIndexes(db);
  },
};

const needed = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('');

/** Fills the summaries row by row: all the texts together may not fit into memory. */
async function summarise(db: Kysely<Known>, table: 'projects' | 'blogs'): Promise<void> {
  for (const { id } of await db.selectFrom(table).select('id').execute()) {
    const row = await db.selectFrom(table).select('description').where('id', '=', id).executeTakeFirst();
    const summary = richTextSummary(row?.description ?? '');
    await db.updateTable(table).set({ summary }).where('id', '=', id).execute();
  }
}

/**
 * Replaces the indexes: lists show rows that are not deleted, and a daily chore looks for rows that were deleted long
 * ago.
 */
async function renewIndexes(db: Kysely<Known>): Promise<void> {
  for (const index of ['projects_in_order', 'blogs_in_order', 'active_blogs_in_order']) {
    await db.schema.dropIndex(index).execute();
  }
  const living: [name: string, table: string, columns: string[]][] = [
    ['categories_in_order', 'categories', ['id']],
    ['categories_by_title', 'categories', ['title_key', 'id']],
    ['projects_in_order', 'projects', ['category_id', 'v_order', 'id']],
    ['blogs_in_order', 'blogs', ['created_at', 'id']],
    ['active_blogs_in_order', 'blogs', ['is_active', 'created_at', 'id']],
  ];
  for (const [name, table, columns] of living) {
    const index = db.schema.createIndex(name).on(table).columns(columns);
    await index.where(sql<SqlBool>`deleted_at is null`).execute();
  }
  // For finding all projects of a category, deleted projects included.
  await db.schema.createIndex('projects_by_category').on('projects').column('category_id').execute();
  for (const table of ['categories', 'projects', 'blogs']) {
    const index = db.schema.createIndex(`deleted_${table}`).on(table).columns(['deleted_at', 'id']);
    await index.where(sql<SqlBool>`deleted_at is not null`).execute();
  }
}
