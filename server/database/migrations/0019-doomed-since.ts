import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The time since which a file is listed for removal: another process may still be storing it. */
export const doomedSince: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('doomed_files').addColumn('at', 'text').execute();
  },
};
