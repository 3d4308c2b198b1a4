import { type Kysely, sql } from 'kysely';
import { addMissingColumns } from '../create-tables.ts';
import { dialectOf } from '../dialect.ts';

/** The searched tables, each with the name of its entity. */
export const resources = {
  blogs: 'blog',
  projects: 'project',
  categories: 'category',
  team_members: 'team_member',
  messages: 'message',
  pictures: 'picture',
} as const;

/** Tables with a long text. */
const withText = ['blogs', 'projects', 'jobs'];

/** Adds those of these columns, such as `subtitle text`, that a table lacks. */
export async function addColumns(db: Kysely<unknown>, table: string, columns: readonly string[]) {
  const isChanged = await addMissingColumns(db, table, columns);
  if (isChanged && withText.includes(table) && dialectOf(db) === 'sqlite') await moveTextToTheEnd(db, table);
}

/**
 * Moves the long text to the last column. To read a column behind it, SQLite has to read all of the text, page after
 * page (sqlite.org, Database File Format §1.6); with the text at the end, lists never touch it.
 */
async function moveTextToTheEnd(db: Kysely<unknown>, table: string) {
  const run = (change: string) => sql.raw(change.replace('$', table)).execute(db);
  await run('alter table $ rename column description to moved_description');
  await run(`alter table $ add column description text not null default ''`);
  await run('update $ set description = moved_description');
  await run('alter table $ drop column moved_description');
}

/**
 * Makes these columns of a table searchable, and no others: triggers note which rows must be folded
 * (search-texts.ts). A migration that changes them sets `search_text` to null in the rows of `search_texts` that there
 * are.
 */
export async function followTexts(
  db: Kysely<unknown>,
  table: keyof typeof resources,
  columns: readonly string[],
) {
  const resource = resources[table];
  const isSqlite = dialectOf(db) === 'sqlite';
  const differs = isSqlite ? 'is not' : 'is distinct from';
  const isOther = columns.map((column) => `old.${column} ${differs} new.${column}`).join(' or ');
  const ofRow = (row: string) => `where resource = '${resource}' and ref = ${row}.id`;
  const follow = `execute function search_texts_follow('${resource}')`;
  const statements = isSqlite
    ? [
        `create trigger if not exists ${table}_search_texts_insert after insert on ${table} begin
          insert into search_texts (resource, ref) values ('${resource}', new.id); end`,
        `create trigger if not exists ${table}_search_texts_delete after delete on ${table} begin
          delete from search_texts ${ofRow('old')}; end`,
        `drop trigger if exists ${table}_search_texts_update`,
        `create trigger ${table}_search_texts_update after update of ${columns} on ${table}
          when ${isOther} begin update search_texts set search_text = null ${ofRow('new')}; end`,
      ]
    : [
        `create or replace trigger search_texts_follow after insert or delete on ${table}
          for each row ${follow}`,
        `create or replace trigger search_texts_follow_update after update on ${table}
          for each row when (${isOther}) ${follow}`,
      ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
