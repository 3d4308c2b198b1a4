import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was answered to a form, by its Idempotency-Key: who sends it again gets the same. And messages have a reference, as applications do. */
export const idempotency: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table idempotent_answers (
      row_name text not null,
      idempotency_key text not null,
      answer text not null,
      created_at text not null,
      primary key (row_name, idempotency_key)
    ) strict, without rowid`.execute(db);
    await sql`create index idempotent_answers_created on idempotent_answers (created_at)`.execute(db);
    await sql`alter table messages add column reference text`.execute(db);
    await sql`create unique index messages_reference on messages (reference) where reference is not null`.execute(
      db,
    );
  },
};
