import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isoNow } from '../clock.ts';

/**
 * Technology logos, project images and notes on applicants go to the trash before they are erased, like the rows that
 * they belong to. `updated_at` is the time of a note's last correction.
 */
export const restorableParts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['tech_images', 'project_images', 'applicant_notes']) {
      await db.schema.alterTable(table).addColumn('deleted_at', 'text').execute();
      await db.schema
        .alterTable(table)
        .addColumn('updated_at', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      const known = table === 'applicant_notes' ? sql.ref('created_at') : sql.val(isoNow());
      await sql`update ${sql.table(table)} set updated_at = ${known}`.execute(db);
      const index = db.schema.createIndex(`deleted_${table}`).on(table).columns(['deleted_at', 'id']);
      await index.where(sql<SqlBool>`deleted_at is not null`).execute();
    }
  },
};
