import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The status that a written mail to a candidate speaks of, and the reason why it was held back (mail/written-mails.ts). */
export const heldMails: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['for_status', 'held_back'])
      await db.schema.alterTable('kept_mails').addColumn(column, 'text').execute();
  },
};
