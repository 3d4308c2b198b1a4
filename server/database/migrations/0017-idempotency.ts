import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strictByKey } from '../dialect.ts';

/**
 * Stores the answer to a form by its Idempotency-Key: a repeated form gets the same answer. Also adds reference
 * numbers to messages, which applications have already.
 */
export const idempotency: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('idempotent_answers')
      .addColumn('row_name', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text', (column) => column.notNull())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotent_answers_key', ['row_name', 'idempotency_key'])
      .modifyEnd(strictByKey(db))
      .execute();
    await sql`create index idempotent_answers_created on idempotent_answers (created_at)`.execute(db);
    await db.schema.alterTable('messages').addColumn('reference', 'text').execute();
    await sql`create unique index messages_reference on messages (reference) where reference is not null`.execute(
      db,
    );
  },
};
