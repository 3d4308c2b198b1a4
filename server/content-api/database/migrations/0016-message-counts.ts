import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The inbox knows its totals without counting messages: one row for each type and status, which triggers keep. */
export const messageCounts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table message_counts (
      type text not null,
      status text not null,
      total integer not null check (total > 0),
      primary key (type, status)
    ) strict, without rowid`.execute(db);
    await sql`insert into message_counts
      select type, status, count(*) from messages where deleted_at is null group by type, status`.execute(db);

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
  },
};
