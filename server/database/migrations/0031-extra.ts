import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What moves in archives (docs/archive.md). */
const tables = ['categories', 'projects', 'blogs', 'jobs', 'applicants', 'team_members', 'messages'];

/**
 * What came with a row from elsewhere, and that there is no column for: JSON, kept for whoever takes the row out again. It may stand behind a long
 * text: nothing but an export reads it.
 */
export const extra: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of tables) await db.schema.alterTable(table).addColumn('extra', 'text').execute();
  },
};
