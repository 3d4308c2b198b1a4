import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tables whose rows archives contain (docs/archive.md). */
const tables = ['categories', 'projects', 'blogs', 'jobs', 'applicants', 'team_members', 'messages'];

/**
 * Values of an archived row that have no column here, as JSON, stored for a later export. On SQLite a column after a
 * long text is slow to read. This column may nevertheless be placed there, because only an export reads it.
 */
export const extra: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of tables) await db.schema.alterTable(table).addColumn('extra', 'text').execute();
  },
};
