import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf, strict } from '../dialect.ts';
import { followTexts } from './added-columns.ts';

/** The searched columns of each table. Changes of other columns do not affect the search. */
const searched = {
  blogs: { resource: 'blog', columns: ['blog_title', 'summary'] },
  projects: { resource: 'project', columns: ['title', 'summary'] },
  categories: { resource: 'category', columns: ['title'] },
  team_members: { resource: 'team_member', columns: ['name', 'designation', 'department'] },
  messages: {
    resource: 'message',
    columns: ['name', 'email', 'phone', 'subject', 'app_name', 'account_identifier', 'reference', 'message'],
  },
} as const;

/**
 * Content and messages are searched like applicants and jobs (migration 0014). Triggers note changed rows in a
 * separate table, so code that writes a post need not know of the search, even the code of an earlier release. Noted
 * rows are folded before the next search. Existing rows are noted too, and not folded by this migration: later
 * migrations may still add columns to search in.
 */
export const searchTexts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('search_texts')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('ref', 'integer', (column) => column.notNull())
      .addColumn('search_text', 'text')
      .addUniqueConstraint('search_texts_of_row', ['resource', 'ref'])
      .modifyEnd(strict(db))
      .execute();
    await db.schema
      .createIndex('search_texts_to_fold')
      .on('search_texts')
      .column('id')
      .where(sql<SqlBool>`search_text is null`)
      .execute();
    const isSqlite = dialectOf(db) === 'sqlite';
    await (isSqlite ? addIndex(db) : addTrigramIndex(db));
    if (!isSqlite) await addFollower(db);
    for (const [table, { resource, columns }] of Object.entries(searched)) {
      await sql`insert into search_texts (resource, ref)
        select ${sql.lit(resource)}, id from ${sql.table(table)} order by id`.execute(db);
      await followTexts(db, table, resource, columns);
    }
    await countDrafts(db);
  },
};

/** Creates indexes with which drafts are counted without reading the other rows. */
async function countDrafts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('inactive_blogs')
    .on('blogs')
    .columns(['created_at desc', 'id desc'] as never)
    .where(sql<SqlBool>`deleted_at is null and is_active = 0`)
    .execute();
  await db.schema
    .createIndex('messages_due')
    .on('messages')
    .column('due_at')
    .where(
      sql<SqlBool>`deleted_at is null and due_at is not null and handled_at is null and status <> 'spam'`,
    )
    .execute();
}

async function addTrigramIndex(db: Kysely<unknown>): Promise<void> {
  const index = db.schema.createIndex('search_texts_search').on('search_texts').using('gin');
  await index.expression(sql`search_text gin_trgm_ops`).execute();
}

async function addIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table search_texts_search using fts5(
    search_text, content = 'search_texts', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
  )`.execute(db);
  // Erased rows are removed from this index immediately, as in migration 0014.
  await sql`insert into search_texts_search (search_texts_search, rank) values ('secure-delete', 1)`.execute(
    db,
  );
  const remove = sql`insert into search_texts_search (search_texts_search, rowid, search_text)
    values ('delete', old.id, old.search_text);`;
  const add = sql`insert into search_texts_search (rowid, search_text) values (new.id, new.search_text);`;
  await sql`create trigger search_texts_search_insert after insert on search_texts
    when new.search_text is not null begin ${add} end`.execute(db);
  await sql`create trigger search_texts_search_delete after delete on search_texts
    when old.search_text is not null begin ${remove} end`.execute(db);
  await sql`create trigger search_texts_search_update_old after update of search_text on search_texts
    when old.search_text is not null begin ${remove} end`.execute(db);
  await sql`create trigger search_texts_search_update_new after update of search_text on search_texts
    when new.search_text is not null begin ${add} end`.execute(db);
}

async function addFollower(db: Kysely<unknown>): Promise<void> {
  await sql`create function search_texts_follow() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into search_texts (resource, ref) values (tg_argv[0], new.id) on conflict do nothing;
      elsif tg_op = 'DELETE' then
        delete from search_texts where resource = tg_argv[0] and ref = old.id;
      else
        update search_texts set search_text = null where resource = tg_argv[0] and ref = new.id;
      end if;
      return null;
    end
  $$`.execute(db);
}
