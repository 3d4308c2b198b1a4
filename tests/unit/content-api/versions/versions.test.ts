import { beforeEach, expect, it } from 'vitest';
import type { BlogInput } from '#shared/entities/post.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../../../server/content-api/auth/accounts.ts';
import { posts } from '../../../../server/content-api/content/tables.ts';
import {
  eraseRows,
  saveFirstVersion,
  saveVersion,
  wholeText,
} from '../../../../server/content-api/content/versions.ts';
import { versionsChore } from '../../../../server/content-api/versions/routes.ts';
import type { Db } from '../../../../server/database/types.ts';
import { sanitiseHtml } from '../../../../server/rich-text/sanitise-html.ts';
import { databaseForAll } from '../../../support/engine/in-memory.ts';

const admin: Admin = { id: 1, email: 'aisha@studio.test', name: 'Aisha', role: 'editor' };
const post: BlogInput = { blog_title: 'Title', is_active: 1, description: '<p>one</p>' };

let db: Db;
databaseForAll((made) => (db = made));
beforeEach(async () => {
  for (const table of ['versions', 'version_texts', 'version_text_uses', 'blogs'] as const)
    await db.deleteFrom(table).execute();
});

async function save(id: number, changes: Partial<BlogInput>, by: Admin | undefined = admin) {
  return db.transaction().execute(async (tx) => {
    const before = await posts.find(tx, id);
    if (!before) throw new Error('no post');
    const keep = await saveVersion(tx, 'blog', id);
    const { blog_title, description } = before;
    await posts.update(tx, before, { blog_title, is_active: 1, description, ...changes });
    return keep(by);
  });
}

const versions = (id: number) =>
  db.selectFrom('versions').selectAll().where('row_id', '=', id).orderBy('number').execute();
const countOf = async (table: 'version_texts' | 'version_text_uses') =>
  (await db.selectFrom(table).selectAll().execute()).length;

it('takes for no change what the sanitiser and the browser make of a text that nobody touched', async () => {
  const picture = `data:image/png;base64,${'A'.repeat(9000)}`;
  const raw = `<p>One<br>two &quot;three&quot;</p>\n<p><img alt="x" src="${picture}"><img src="/storage/a.png"></p>\n`;
  const inForm = sanitiseHtml(raw, (address) => address).replaceAll('\n', '\r\n');
  expect(inForm).not.toBe(raw);
  const excerpt = 'First\nsecond';
  const { id } = await posts.insert(db, { ...post, description: raw, excerpt, blog_image: 'x' });
  await saveFirstVersion(db, 'blog', id, admin);
  const kinds = async () => (await versions(id)).map(({ kind, changed }) => [kind, changed]);
  await save(id, { description: inForm, excerpt: 'First\r\nsecond' });
  expect(await kinds()).toEqual([['added', '[]']]);
  // The same when the stored text equals the text of the form, and when it was stored without a version.
  await save(id, { description: raw, blog_title: 'Other', excerpt });
  await db
    .updateTable('blogs')
    .set({ description: inForm, updated_at: '2099-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute();
  await save(id, { blog_title: 'Third' });
  const title = '["blog_title"]';
  expect(await kinds()).toEqual([
    ['added', '[]'],
    ['saved', title],
    ['saved', title],
  ]);
  await save(id, { description: inForm.replace(picture, `${picture}BB`) });
  expect((await kinds()).at(-1)).toEqual(['saved', '["description"]']);
});

it('keeps what was changed by something that keeps no versions, before a save writes over it', async () => {
  const { id } = await posts.insert(db, { ...post, blog_image: null });
  await saveFirstVersion(db, 'blog', id, admin);
  const before = await posts.findListed(db, id);
  if (before) await posts.update(db, before, { ...post, description: '<p>elsewhere</p>' });
  await save(id, { description: '<p>here</p>' });
  const kept = await versions(id);
  expect(kept.map(({ kind }) => kind)).toEqual(['added', 'found', 'saved']);
  expect(await wholeText(db, kept[1]?.text_hash ?? '')).toBe('<p>elsewhere</p>');
  // The post is unpublished: no save overwrites that, so it creates no version.
  await db.updateTable('blogs').set({ is_active: 0 }).where('id', '=', id).execute();
  await save(id, { blog_title: 'Other' });
  expect((await versions(id)).map(({ kind }) => kind)).toEqual(['added', 'found', 'saved', 'saved']);
});

it('erases versions and texts with their thing, and texts of others stay', async () => {
  const [one, other] = [
    await posts.insert(db, { ...post, blog_image: 'x' }),
    await posts.insert(db, { ...post, blog_image: 'x' }),
  ];
  for (const { id } of [one, other]) await save(id, { description: '<p>shared</p>' });
  await save(one.id, { description: '<p>its own</p>' });
  expect(await countOf('version_texts')).toBe(3);
  await eraseRows(db, 'blogs', [one.id]);
  expect(await versions(one.id)).toEqual([]);
  expect(await countOf('version_texts')).toBe(2);
  await eraseRows(db, 'blogs', [other.id]);
  expect([await countOf('version_texts'), await countOf('version_text_uses')]).toEqual([0, 0]);
});

it('lets go of versions of more than 400 days, but never of the newest 50, and keeps 500 at most', async () => {
  const { id } = await posts.insert(db, { ...post, blog_image: 'x' });
  await saveFirstVersion(db, 'blog', id, admin);
  for (let number = 2; number <= 60; number += 1) await save(id, { blog_title: `Title ${number}` });
  const chore = versionsChore(db);
  const later = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  expect(await chore.run(later(limits.versionDays - 1))).toEqual({ versions: 0 });
  expect(await chore.run(later(limits.versionDays + 1))).toEqual({ versions: 10 });
  const kept = await versions(id);
  expect([kept.length, kept[0]?.number]).toEqual([50, 11]);
  await db.updateTable('versions').set({ number: 1_000 }).where('number', '=', 60).execute();
  await save(id, { blog_title: 'One more' });
  expect((await versions(id)).map(({ number }) => number)).toEqual([1_000, 1_001]);
});
