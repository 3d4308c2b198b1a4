import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../../server/database/migrate.ts';
import { migrations } from '../../../../server/database/migrations/index.ts';
import { openSqlite } from '../../../../server/database/sqlite.ts';
import type { Db } from '../../../../server/database/types.ts';

let db: Db;
beforeEach(async () => {
  db = openSqlite(':memory:');
  const before = Object.entries(migrations).filter(([name]) => name < '0006');
  await migrate(db, { provided: Object.fromEntries(before) });
});
afterEach(() => db.destroy());

const at = '2026-01-01T00:00:00.000Z';

async function fill(): Promise<void> {
  await sql`insert into categories (id, title, image, created_at, updated_at)
    values (3, ' ÉTÉ  Films', '/storage/a', ${at}, ${at})`.execute(db);
  await sql`insert into projects (id, title, description, v_order, category_id, created_at, updated_at)
    values (5, 'One', '<p>A <b>film</b></p>', 1, 3, ${at}, ${at})`.execute(db);
  await sql`insert into project_images (project_id, image, position) values (5, '/storage/b', 0)`.execute(db);
  await sql`insert into blogs (id, blog_title, description, is_active, created_at, updated_at)
    values (7, 'Post', '<h1>Words</h1>', 1, ${at}, ${at}), (9, 'Gone', '', 0, ${at}, ${at})`.execute(db);
  await sql`delete from blogs where id = 9`.execute(db);
}

it('keeps every row that was there, with its texts, and makes the summaries of its lists', async () => {
  await fill();
  await migrate(db);
  expect(await db.selectFrom('blogs').selectAll().execute()).toMatchObject([
    {
      id: 7,
      blog_title: 'Post',
      description: '<h1>Words</h1>',
      summary: '<p>Words</p>',
      blog_image: null,
      is_active: 1,
      deleted_at: null,
      created_at: at,
      updated_at: at,
    },
  ]);
  const projects = await db.selectFrom('projects').selectAll().execute();
  expect(projects).toMatchObject([
    { id: 5, description: '<p>A <b>film</b></p>', summary: '<p>A film</p>', deleted_at: null },
  ]);
  expect(await db.selectFrom('project_images').selectAll().execute()).toHaveLength(1);
  const [category] = await db.selectFrom('categories').selectAll().execute();
  expect(category).toMatchObject({ title: ' ÉTÉ  Films', title_key: 'été films', deleted_at: null });
});

it('gives no id a second time that was given before it', async () => {
  await fill();
  await migrate(db);
  const added = await db
    .insertInto('blogs')
    .values({ blog_title: 'New', description: 'x', is_active: 1, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(added.id).toBe(10);
});

it.each(['blogs', 'projects', 'jobs'])(
  'puts the long text of %s last, where lists do not read over it',
  async (table) => {
    await migrate(db);
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
    expect(rows.at(-1)).toEqual({ name: 'description' });
  },
);
