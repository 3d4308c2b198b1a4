import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { descending, strict } from '../dialect.ts';

export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('jobs')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull().unique())
      .addColumn('department', 'text', (column) => column.notNull())
      .addColumn('employment_type', 'text', (column) => column.notNull())
      .addColumn('location_type', 'text', (column) =>
        column.notNull().check(sql`location_type in ('onsite', 'hybrid', 'remote')`),
      )
      .addColumn('city', 'text')
      .addColumn('region', 'text')
      .addColumn('country', 'text')
      .addColumn('salary_min', 'real')
      .addColumn('salary_max', 'real')
      .addColumn('salary_currency', 'text')
      .addColumn('salary_unit', 'text')
      .addColumn('show_salary', 'integer', (column) => column.notNull().check(sql`show_salary in (0, 1)`))
      .addColumn('openings', 'integer', (column) => column.notNull().check(sql`openings > 0`))
      .addColumn('status', 'text', (column) =>
        column.notNull().check(sql`status in ('draft', 'open', 'closed', 'filled')`),
      )
      .addColumn('v_order', 'integer', (column) => column.notNull().check(sql`v_order >= 0`))
      .addColumn('posted_at', 'text', (column) =>
        column.check(sql`status <> 'open' or posted_at is not null`),
      )
      .addColumn('closes_at', 'text')
      .addColumn('ends_at', 'text')
      .addColumn('search_text', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      // The last column: SQLite reads a column behind a long text only by reading through all of that text.
      .addColumn('description', 'text', (column) => column.notNull())
      .modifyEnd(strict(db))
      .execute();
    await db.schema
      .createIndex('jobs_in_order')
      .on('jobs')
      .columns([sql.ref('v_order'), descending(db, 'posted_at'), 'id desc'])
      .where(sql<SqlBool>`deleted_at is null`)
      .execute();
    await db.schema
      .createIndex('jobs_by_status_in_order')
      .on('jobs')
      .columns([sql.ref('status'), sql.ref('v_order'), descending(db, 'posted_at'), 'id desc'])
      .where(sql<SqlBool>`deleted_at is null`)
      .execute();
    await db.schema
      .createIndex('deleted_jobs')
      .on('jobs')
      .columns(['deleted_at', 'id'])
      .where(sql<SqlBool>`deleted_at is not null`)
      .execute();
  },
};
