import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds the time since which a file is on the removal list. While a file is on the list for a short time only, another
 * process may still be storing it, so it is not removed yet.
 */
export const doomedSince: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('doomed_files').addColumn('at', 'text').execute();
  },
};
