import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A separate index for the inbox, so that years of archived messages do not slow down the inbox. */
export const messageFolders: Migration = {
  async up(db: Kysely<unknown>) {
    const inInbox = sql<SqlBool>`deleted_at is null and status not in ('archived', 'spam')`;
    const newestFirst = ['created_at desc', 'id desc'];
    for (const [name, columns] of [
      ['messages_in_inbox', newestFirst],
      ['messages_of_type_in_inbox', ['type', ...newestFirst]],
    ] as const) {
      const index = db.schema.createIndex(name).on('messages');
      await index
        .columns(columns as Parameters<typeof index.columns>[0])
        .where(inInbox)
        .execute();
    }
  },
};
