import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a written mail to a candidate speaks of, and why it was held back when it was due (mail/written-mails.ts). */
export const heldMails: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['for_status', 'held_back'])
      await db.schema.alterTable('kept_mails').addColumn(column, 'text').execute();
  },
};
