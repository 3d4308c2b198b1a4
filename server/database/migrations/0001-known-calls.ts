import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf, strict } from '../dialect.ts';

/** Tables for the known calls of docs/product.md §7 and for sign-in. */
export const knownCalls: Migration = {
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: a released migration is never edited
  async up(db: Kysely<unknown>) {
    await table(db, 'admins')
      // Email addresses are stored in lower case (auth/repository.ts), so on PostgreSQL the column need not ignore
      // case.
      .addColumn('email', dialectOf(db) === 'sqlite' ? sql`text collate nocase` : 'text', (column) =>
        column.notNull().unique(),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .$call(dated)
      .execute();
    await db.schema
      .createTable('tokens')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('admin_id', 'integer', (column) =>
        column.notNull().references('admins.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .modifyEnd(strict(db))
      .execute();
    await db.schema.createIndex('tokens_by_admin').on('tokens').column('admin_id').execute();
    await db.schema.createIndex('tokens_by_end').on('tokens').column('expires_at').execute();

    await table(db, 'categories')
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('image', 'text', (column) => column.notNull())
      .$call(dated)
      .execute();
    await table(db, 'tech_images')
      .addColumn('category_id', 'integer', (column) =>
        column.notNull().references('categories.id').onDelete('cascade'),
      )
      .addColumn('image', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('tech_images_in_order')
      .on('tech_images')
      .columns(['category_id', 'position', 'id'])
      .execute();

    await table(db, 'projects')
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('video', 'text')
      .addColumn('v_order', 'integer', (column) => column.notNull().check(sql`v_order >= 0`))
      .addColumn('project_url', 'text')
      .addColumn('category_id', 'integer', (column) =>
        column.notNull().references('categories.id').onDelete('restrict'),
      )
      .$call(dated)
      .execute();
    await db.schema
      .createIndex('projects_in_order')
      .on('projects')
      .columns(['category_id', 'v_order', 'id'])
      .execute();
    await table(db, 'project_images')
      .addColumn('project_id', 'integer', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('image', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('project_images_in_order')
      .on('project_images')
      .columns(['project_id', 'position', 'id'])
      .execute();

    await table(db, 'blogs')
      .addColumn('blog_title', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('blog_image', 'text')
      .addColumn('is_active', 'integer', (column) => column.notNull().check(sql`is_active in (0, 1)`))
      .$call(dated)
      .execute();
    await db.schema.createIndex('blogs_in_order').on('blogs').columns(['created_at', 'id']).execute();
    await db.schema
      .createIndex('active_blogs_in_order')
      .on('blogs')
      .columns(['is_active', 'created_at', 'id'])
      .execute();

    await db.schema
      .createTable('doomed_files')
      .addColumn('address', 'text', (column) => column.primaryKey())
      .modifyEnd(strict(db))
      .execute();
  },
};

/** AUTOINCREMENT never gives an id twice: old links must not lead to new records. */
function table(db: Kysely<unknown>, name: string) {
  return db.schema
    .createTable(name)
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .modifyEnd(strict(db));
}

function dated<Name extends string, Columns extends string>(builder: CreateTableBuilder<Name, Columns>) {
  return builder
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull());
}
