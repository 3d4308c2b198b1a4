import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf, strict, strictByKey } from '../dialect.ts';

/** The columns that hold pictures from forms. */
const users = [
  ['blogs', 'blog_image'],
  ['blogs', 'share_image'],
  ['projects', 'share_image'],
  ['project_images', 'image'],
  ['categories', 'image'],
  ['tech_images', 'image'],
  ['team_members', 'image'],
] as const;

/**
 * The library of pictures. Triggers count the uses of a picture, so code that writes a post need not know of the
 * library, even the code of an earlier release. Rows of existing pictures are added by a chore
 * (content-api/pictures/chore.ts), since the files have to be read.
 */
export const pictures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('pictures')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('file', 'text', (column) => column.notNull().unique())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('alt', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('focus_x', 'integer', (column) => column.notNull().defaultTo(50))
      .addColumn('focus_y', 'integer', (column) => column.notNull().defaultTo(50))
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('kept', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('uses', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('who', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .modifyEnd(strict(db))
      .execute();
    await db.schema.createIndex('pictures_by_hash').on('pictures').columns(['hash', 'id']).execute();
    for (const [name, condition] of [
      ['pictures_used', sql<SqlBool>`uses > 0`],
      ['pictures_unused', sql<SqlBool>`uses <= 0`],
    ] as const)
      await db.schema.createIndex(name).on('pictures').column('id').where(condition).execute();
    await db.schema
      .createTable('picture_counts')
      .addColumn('used', 'integer', (column) => column.primaryKey())
      .addColumn('total', 'integer', (column) => column.notNull())
      .modifyEnd(strictByKey(db))
      .execute();
    const isSqlite = dialectOf(db) === 'sqlite';
    await (isSqlite ? followPicturesInSqlite : followPicturesInPostgres)(db);
    for (const [table, column] of users) {
      await db.schema
        .createIndex(`${table}_by_${column}`)
        .on(table)
        .column(column)
        .where(sql<SqlBool>`${sql.ref(column)} is not null`)
        .execute();
      await (isSqlite ? countInSqlite : countInPostgres)(db, table, column);
    }
  },
};

/** Creates the triggers for the totals and for the search texts of pictures (migration 0028). */
async function followPicturesInSqlite(db: Kysely<unknown>): Promise<void> {
  const add = sql`insert into picture_counts (used, total) values (new.uses > 0, 1)
    on conflict (used) do update set total = total + 1;`;
  const remove = sql`update picture_counts set total = total - 1 where used = (old.uses > 0);`;
  await sql`create trigger picture_counts_insert after insert on pictures begin ${add} end`.execute(db);
  await sql`create trigger picture_counts_delete after delete on pictures begin ${remove} end`.execute(db);
  await sql`create trigger picture_counts_update after update of uses on pictures
    when (old.uses > 0) <> (new.uses > 0) begin ${remove} ${add} end`.execute(db);
  await sql`create trigger pictures_search_texts_insert after insert on pictures begin
    insert into search_texts (resource, ref) values ('picture', new.id); end`.execute(db);
  await sql`create trigger pictures_search_texts_delete after delete on pictures begin
    delete from search_texts where resource = 'picture' and ref = old.id; end`.execute(db);
  await sql`create trigger pictures_search_texts_update after update of name, alt on pictures
    when old.name is not new.name or old.alt is not new.alt begin
    update search_texts set search_text = null where resource = 'picture' and ref = new.id; end`.execute(db);
}

async function countInSqlite(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const [on, of] = [sql.table(table), sql.ref(column)];
  const trigger = (event: string) => sql.ref(`pictures_${table}_${column}_${event}`);
  const add = sql`update pictures set uses = uses + 1 where file = new.${of};`;
  const remove = sql`update pictures set uses = uses - 1 where file = old.${of};`;
  await sql`create trigger ${trigger('insert')} after insert on ${on}
    when new.${of} is not null begin ${add} end`.execute(db);
  await sql`create trigger ${trigger('delete')} after delete on ${on}
    when old.${of} is not null begin ${remove} end`.execute(db);
  await sql`create trigger ${trigger('update')} after update of ${of} on ${on}
    when old.${of} is not new.${of} begin ${remove} ${add} end`.execute(db);
}

async function followPicturesInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function picture_counts_follow() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update picture_counts set total = total - 1 where used = (old.uses > 0)::int;
      end if;
      if tg_op <> 'DELETE' then
        insert into picture_counts (used, total) values ((new.uses > 0)::int, 1)
          on conflict (used) do update set total = picture_counts.total + 1;
      end if;
      return null;
    end
  $$`.execute(db);
  await sql`create trigger picture_counts_follow after insert or delete on pictures
    for each row execute function picture_counts_follow()`.execute(db);
  await sql`create trigger picture_counts_follow_update after update on pictures
    for each row when ((old.uses > 0) <> (new.uses > 0)) execute function picture_counts_follow()`.execute(
    db,
  );
  await sql`create trigger search_texts_follow after insert or delete on pictures
    for each row execute function search_texts_follow('picture')`.execute(db);
  await sql`create trigger search_texts_follow_update after update on pictures
    for each row when (old.name is distinct from new.name or old.alt is distinct from new.alt)
    execute function search_texts_follow('picture')`.execute(db);
}

async function countInPostgres(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const [on, of] = [sql.table(table), sql.ref(column)];
  // One function for each column: a trigger gets the row, but not the name of the column.
  const follow = sql.ref(`pictures_${table}_${column}`);
  await sql`create function ${follow}() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update pictures set uses = uses - 1 where file = old.${of};
      end if;
      if tg_op <> 'DELETE' then
        update pictures set uses = uses + 1 where file = new.${of};
      end if;
      return null;
    end
  $$`.execute(db);
  await sql`create trigger ${follow} after insert or delete on ${on}
    for each row execute function ${follow}()`.execute(db);
  await sql`create trigger ${sql.ref(`pictures_${table}_${column}_update`)} after update on ${on}
    for each row when (old.${of} is distinct from new.${of}) execute function ${follow}()`.execute(db);
}
