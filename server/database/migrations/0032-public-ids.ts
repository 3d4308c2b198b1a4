import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from '../dialect.ts';
import { moveTextToTheEnd } from './added-columns.ts';

/** Tables whose rows the contract refers to by id. Archives bring rows with ids of another host. */
const tables = [
  'categories',
  'tech_images',
  'projects',
  'project_images',
  'blogs',
  'jobs',
  'team_members',
  'messages',
  'applicants',
  'applicant_notes',
  'applicant_events',
];

/**
 * Adds `public_id`, in which rows from a host whose ids are texts retain those ids. Rows without a text id are not in
 * its index, so writing them costs nothing more. Lists read the column, so on SQLite it is placed before any long
 * text.
 */
export const publicIds: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of tables) {
      await db.schema.alterTable(table).addColumn('public_id', 'text').execute();
      await db.schema
        .createIndex(`${table}_by_public_id`)
        .unique()
        .on(table)
        .column('public_id')
        .where(sql<SqlBool>`public_id is not null`)
        .execute();
    }
    if (dialectOf(db) === 'postgres') return;
    for (const table of ['projects', 'blogs', 'jobs']) await moveTextToTheEnd(db, table);
  },
};
