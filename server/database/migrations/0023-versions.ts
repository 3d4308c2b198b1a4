import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf, strict, strictByKey } from '../dialect.ts';
import { moveTextToTheEnd } from './added-columns.ts';

/** Versions of posts, projects and jobs, and the SEO fields of posts and projects. */
export const versions: Migration = {
  async up(db: Kysely<unknown>) {
    await addVersions(db);
    for (const table of ['projects', 'blogs']) {
      for (const column of ['excerpt', 'search_title', 'search_description', 'share_image'])
        await db.schema.alterTable(table).addColumn(column, 'text').execute();
      if (dialectOf(db) === 'sqlite') await moveTextToTheEnd(db, table);
    }
  },
};

async function addVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('versions')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('row_id', 'integer', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('who_id', 'integer')
    .addColumn('who', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('changed', 'text', (column) => column.notNull())
    .addColumn('restored', 'integer')
    .addColumn('seen', 'text', (column) => column.notNull())
    .addColumn('text_hash', 'text', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .modifyEnd(strict(db))
    .execute();
  const index = (name: string) => db.schema.createIndex(name).on('versions');
  await index('versions_of').columns(['resource', 'row_id', 'number']).unique().execute();
  await index('versions_by_age').columns(['at', 'id']).execute();
  await db.schema
    .createTable('version_texts')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('body', 'text', (column) => column.notNull())
    .modifyEnd(strict(db))
    .execute();
  await db.schema
    .createTable('version_text_uses')
    .addColumn('version_id', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('version_text_uses_key', ['version_id', 'hash'])
    .modifyEnd(strictByKey(db))
    .execute();
  await db.schema.createIndex('version_texts_used').on('version_text_uses').column('hash').execute();
}
