import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict } from '../dialect.ts';

export const team: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('team_members')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('designation', 'text', (column) => column.notNull())
      .addColumn('department', 'text')
      .addColumn('image', 'text', (column) => column.notNull())
      .addColumn('linkedin_url', 'text')
      .addColumn('facebook_url', 'text')
      .addColumn('v_order', 'integer', (column) => column.notNull().check(sql`v_order >= 0`))
      .addColumn('is_active', 'integer', (column) => column.notNull().check(sql`is_active in (0, 1)`))
      .addColumn('deleted_at', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('bio', 'text')
      .modifyEnd(strict(db))
      .execute();
    await db.schema
      .createIndex('team_in_order')
      .on('team_members')
      .columns(['v_order', 'id'])
      .where(sql<SqlBool>`deleted_at is null`)
      .execute();
    await db.schema
      .createIndex('active_team_in_order')
      .on('team_members')
      .columns(['is_active', 'v_order', 'id'])
      .where(sql<SqlBool>`deleted_at is null`)
      .execute();
    await db.schema
      .createIndex('deleted_team_members')
      .on('team_members')
      .columns(['deleted_at', 'id'])
      .where(sql<SqlBool>`deleted_at is not null`)
      .execute();
  },
};
