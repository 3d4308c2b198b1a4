import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf, strict } from '../dialect.ts';

/** The outbox (mail/outbox.ts). */
export const outbox: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('outbox')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('message_key', 'text', (column) => column.notNull().unique())
      .addColumn('recipient', 'text')
      .addColumn('reply_to', 'text')
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('html', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().check(sql`attempts >= 0`))
      .addColumn('first_attempt_at', 'text')
      .addColumn('next_attempt_at', 'text')
      .addColumn('sent_at', 'text')
      .addColumn('failed_at', 'text')
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addCheckConstraint(
        'outbox_in_one_state',
        dialectOf(db) === 'sqlite'
          ? sql`(next_attempt_at is not null) + (sent_at is not null) + (failed_at is not null) = 1`
          : sql`num_nonnulls(next_attempt_at, sent_at, failed_at) = 1`,
      )
      .modifyEnd(strict(db))
      .execute();
    for (const column of ['next_attempt_at', 'sent_at', 'failed_at']) {
      await db.schema
        .createIndex(`outbox_by_${column}`)
        .on('outbox')
        .columns([column, 'id'])
        .where(sql<SqlBool>`${sql.ref(column)} is not null`)
        .execute();
    }
  },
};
