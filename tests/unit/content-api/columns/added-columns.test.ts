import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { category } from '#shared/entities/category.ts';
import { message } from '#shared/entities/message.ts';
import { post } from '#shared/entities/post.ts';
import { project } from '#shared/entities/project.ts';
import { teamMember } from '#shared/entities/team-member.ts';
import { addsColumn } from '../../../../server/database/migrations/added-columns.ts';
import { ownSearchText } from '../../../../server/database/search-texts.ts';
import type { Db } from '../../../../server/database/types.ts';
import { emptyDatabase } from '../../../support/engine/jobs-memory.ts';

let db: Db;
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => db.destroy());

const columnsOf = async (table: string) =>
  (await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)).rows.map(
    ({ name }) => name,
  );

/** Returns the columns whose change makes the trigger fold the row's search text again. */
async function followedColumns(table: string): Promise<string[]> {
  const trigger = `${table}_search_texts_update`;
  const found = await sql<{ sql: string }>`select sql from sqlite_master where name = ${trigger}`.execute(db);
  const [, names = ''] = /after update of (.*?) on /.exec(found.rows[0]?.sql ?? '') ?? [];
  return names.split(',').map((name) => name.trim().replaceAll('"', ''));
}

describe('the triggers of searches', () => {
  it.each([post, project, category, teamMember, message])(
    '$table: follow what its descriptor calls searched',
    async (noun) => {
      const textWith = (values: object) => ownSearchText(noun.fields, { ...values });
      const searched = [...Object.keys(noun.fields), 'summary'].filter(
        (name) => textWith({ [name]: 'x' }) !== textWith({}),
      );
      expect((await followedColumns(noun.table)).sort()).toEqual(searched.sort());
    },
  );
});

describe('a migration that adds a column', () => {
  it('leaves the long text last, and what is there as it was', async () => {
    const values = { description: '<p>Long</p>', is_active: 1, created_at: '2026', updated_at: '2026' };
    await db
      .insertInto('blogs')
      .values({ blog_title: 'One', ...values })
      .execute();
    await addsColumn('blogs', 'column_of_a_test', 'text').up(db);
    expect((await columnsOf('blogs')).slice(-2)).toEqual(['column_of_a_test', 'description']);
    expect(await db.selectFrom('blogs').selectAll().execute()).toMatchObject([
      { blog_title: 'One', description: '<p>Long</p>', column_of_a_test: null },
    ]);
  });

  it('lets rows be found by it, and folds those that are there anew', async () => {
    await addsColumn('categories', 'column_of_a_test', 'text', ['title', 'column_of_a_test']).up(db);
    expect(await followedColumns('categories')).toEqual(['title', 'column_of_a_test']);
    const values = { title: 'Web', image: '', created_at: '2026', updated_at: '2026' };
    const { id } = await db.insertInto('categories').values(values).returning('id').executeTakeFirstOrThrow();
    await db.updateTable('search_texts').set({ search_text: 'folded' }).execute();
    await sql`update categories set column_of_a_test = 'Quick' where id = ${id}`.execute(db);
    expect(await db.selectFrom('search_texts').select('search_text').execute()).toEqual([
      { search_text: null },
    ]);
  });
});
