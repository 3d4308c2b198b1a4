import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from '../dialect.ts';

/** What the contract names by ids, and archives bring with ids of their own. */
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
 * Rows that came from a host whose ids are texts keep those. Most rows have none, and none is in the index: a row without costs nothing to
 * write. Lists read the column, so on SQLite no long text stands before it.
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

/** SQLite reads through all of a long text to reach what stands behind it: as in 0006-soft-delete. */
async function moveTextToTheEnd(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema.alterTable(table).renameColumn('description', 'moved_description').execute();
  await db.schema
    .alterTable(table)
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`update ${sql.table(table)} set description = moved_description`.execute(db);
  await db.schema.alterTable(table).dropColumn('moved_description').execute();
}
