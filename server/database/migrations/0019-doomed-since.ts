import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Since when a file is listed to be removed: another process may be storing it at this moment. */
export const doomedSince: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('doomed_files').addColumn('at', 'text').execute();
  },
};
