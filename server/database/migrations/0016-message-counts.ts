import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf, strictByKey } from '../dialect.ts';

/** Totals of the inbox without counting messages: one row for each type and status, which triggers update. */
export const messageCounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('message_counts')
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('total', 'integer', (column) => column.notNull().check(sql`total > 0`))
      .addPrimaryKeyConstraint('message_counts_key', ['type', 'status'])
      .modifyEnd(strictByKey(db))
      .execute();
    await sql`insert into message_counts
      select type, status, count(*) from messages where deleted_at is null group by type, status`.execute(db);
    await (dialectOf(db) === 'sqlite' ? countBySqlite(db) : countByPostgres(db));
  },
};

async function countBySqlite(db: Kysely<unknown>): Promise<void> {
  const add = sql`insert into message_counts values (new.type, new.status, 1)
    on conflict do update set total = total + 1;`;
  const ofOld = sql`type = old.type and status = old.status`;
  const remove = sql`delete from message_counts where ${ofOld} and total = 1;
    update message_counts set total = total - 1 where ${ofOld};`;
  await sql`create trigger message_counts_insert after insert on messages
    when new.deleted_at is null begin ${add} end`.execute(db);
  await sql`create trigger message_counts_delete after delete on messages
    when old.deleted_at is null begin ${remove} end`.execute(db);
  const changed = sql`after update of type, status, deleted_at on messages`;
  await sql`create trigger message_counts_update_old ${changed}
    when old.deleted_at is null begin ${remove} end`.execute(db);
  await sql`create trigger message_counts_update_new ${changed}
    when new.deleted_at is null begin ${add} end`.execute(db);
}

async function countByPostgres(db: Kysely<unknown>): Promise<void> {
  const ofOld = sql`type = old.type and status = old.status`;
  await sql`create function message_counts_follow() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.deleted_at is null then
        delete from message_counts where ${ofOld} and total = 1;
        update message_counts set total = total - 1 where ${ofOld};
      end if;
      if tg_op <> 'DELETE' and new.deleted_at is null then
        insert into message_counts values (new.type, new.status, 1)
          on conflict (type, status) do update set total = message_counts.total + 1;
      end if;
      return null;
    end
  $$`.execute(db);
  await sql`create trigger message_counts_follow
    after insert or delete or update of type, status, deleted_at on messages
    for each row execute function message_counts_follow()`.execute(db);
}
