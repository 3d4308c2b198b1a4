import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { foldNewTexts, newestFound } from '../../../../server/database/search.ts';
import type { Db } from '../../../../server/database/types.ts';
import { databaseForAll } from '../../../support/engine/in-memory.ts';

let db: Db;
databaseForAll((made) => (db = made));
beforeEach(async () => {
  await db.deleteFrom('messages').execute();
  await db.deleteFrom('blogs').execute();
});

const at = '2026-03-01T10:00:00.000Z';
const post = { summary: '', description: '', blog_image: null, is_active: 1, created_at: at, updated_at: at };

function addPost(blog_title: string) {
  return db
    .insertInto('blogs')
    .values({ ...post, blog_title })
    .returning('id')
    .executeTakeFirstOrThrow();
}

async function found(word: string, limit = 10) {
  await foldNewTexts(db);
  return newestFound(db, 'search_texts', [word], limit, 'blog');
}

it('the texts that content is found by follow whatever is written, by whomever, and go with the row', async () => {
  const { id } = await addPost('Lantern');
  expect(await found('lantern')).toEqual([id]);
  // Written as by a release without search.
  await sql`update blogs set blog_title = 'Torch' where id = ${id}`.execute(db);
  expect(await found('lantern')).toEqual([]);
  expect(await found('torch')).toEqual([id]);
  await sql`delete from blogs where id = ${id}`.execute(db);
  expect(await found('torch')).toEqual([]);
  const texts = db.selectFrom('search_texts').selectAll().where('resource', '=', 'blog');
  expect(await texts.execute()).toEqual([]);
  await sql`insert into search_texts_search (search_texts_search, rank) values ('integrity-check', 1)`.execute(
    db,
  );
});
