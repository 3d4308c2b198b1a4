import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tables whose rows archives contain (docs/archive.md). */
const tables = ['categories', 'projects', 'blogs', 'jobs', 'applicants', 'team_members', 'messages'];

/**
 * Values of an archived row that have no column here, as JSON, stored for a later export. The column may be placed
 * after a long text: that makes it slow to read, but only an export reads it.
 */
export const extra: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of tables) await db.schema.alterTable(table).addColumn('extra', 'text').execute();
  },
};
