import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from '../dialect.ts';

/** Content tables, each with the name of its entity, and whether it has a long text. */
const nouns = {
  blogs: { resource: 'blog', hasLongText: true },
  projects: { resource: 'project', hasLongText: true },
  categories: { resource: 'category', hasLongText: false },
  team_members: { resource: 'team_member', hasLongText: false },
  messages: { resource: 'message', hasLongText: false },
  jobs: { resource: 'job', hasLongText: true },
} as const;

/**
 * Returns the migration for a new field: a nullable column. If the field is searched, `searched` lists all searched
 * columns of the table, and existing rows are folded again before the next search. For jobs and applicants omit
 * `searched`: their texts are folded as they are written.
 */
export function addsColumn(
  table: keyof typeof nouns,
  column: string,
  type: 'text' | 'integer',
  searched: readonly string[] = [],
): Migration {
  return addsColumns(table, { [column]: type }, searched);
}

/** Returns the migration for several new fields of a table, as `addsColumn`. */
export function addsColumns(
  table: keyof typeof nouns,
  columns: Readonly<Record<string, 'text' | 'integer'>>,
  searched: readonly string[] = [],
): Migration {
  const { resource, hasLongText } = nouns[table];
  return {
    async up(db: Kysely<unknown>) {
      for (const [column, type] of Object.entries(columns))
        await db.schema.alterTable(table).addColumn(column, type).execute();
      if (hasLongText && dialectOf(db) === 'sqlite') await moveTextToTheEnd(db, table);
      if (searched.length === 0) return;
      await unfollowTexts(db, table);
      await followTexts(db, table, resource, searched);
      await sql`update search_texts set search_text = null where resource = ${sql.lit(resource)}`.execute(db);
    },
  };
}

/**
 * Moves the long text to the last column. To read a column behind it, SQLite has to read all of the text, page after
 * page (sqlite.org, Database File Format §1.6); with the text at the end, lists never touch it.
 */
export async function moveTextToTheEnd(db: Kysely<unknown>, table: string): Promise<void> {
  const { schema } = db;
  await schema.alterTable(table).renameColumn('description', 'moved_description').execute();
  await schema
    .alterTable(table)
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`update ${sql.table(table)} set description = moved_description`.execute(db);
  await schema.alterTable(table).dropColumn('moved_description').execute();
}

/** Makes these columns of a table searchable: triggers note which rows must be folded (search-texts.ts). */
export async function followTexts(
  db: Kysely<unknown>,
  table: string,
  resource: string,
  columns: readonly string[],
): Promise<void> {
  await (dialectOf(db) === 'sqlite' ? followInSqlite : followInPostgres)(db, table, resource, columns);
}

async function unfollowTexts(db: Kysely<unknown>, table: string): Promise<void> {
  if (dialectOf(db) === 'sqlite')
    for (const name of ['insert', 'delete', 'update'])
      await sql`drop trigger ${sql.ref(`${table}_search_texts_${name}`)}`.execute(db);
  else
    for (const name of ['search_texts_follow', 'search_texts_follow_update'])
      await sql`drop trigger ${sql.ref(name)} on ${sql.table(table)}`.execute(db);
}

async function followInSqlite(
  db: Kysely<unknown>,
  table: string,
  resource: string,
  columns: readonly string[],
): Promise<void> {
  const of = sql.lit(resource);
  const on = sql.table(table);
  const trigger = (name: string) => sql.ref(`${table}_search_texts_${name}`);
  const isOther = sql.join(
    columns.map((column) => sql`old.${sql.ref(column)} is not new.${sql.ref(column)}`),
    sql` or `,
  );
  await sql`create trigger ${trigger('insert')} after insert on ${on} begin
    insert into search_texts (resource, ref) values (${of}, new.id); end`.execute(db);
  await sql`create trigger ${trigger('delete')} after delete on ${on} begin
    delete from search_texts where resource = ${of} and ref = old.id; end`.execute(db);
  await sql`create trigger ${trigger('update')} after update of ${sql.join(columns.map((column) => sql.ref(column)))} on ${on}
    when ${isOther} begin
    update search_texts set search_text = null where resource = ${of} and ref = new.id; end`.execute(db);
}

async function followInPostgres(
  db: Kysely<unknown>,
  table: string,
  resource: string,
  columns: readonly string[],
): Promise<void> {
  const of = sql.lit(resource);
  const on = sql.table(table);
  const isOther = sql.join(
    columns.map((column) => sql`old.${sql.ref(column)} is distinct from new.${sql.ref(column)}`),
    sql` or `,
  );
  await sql`create trigger search_texts_follow after insert or delete on ${on}
    for each row execute function search_texts_follow(${of})`.execute(db);
  await sql`create trigger search_texts_follow_update after update on ${on}
    for each row when (${isOther}) execute function search_texts_follow(${of})`.execute(db);
}
