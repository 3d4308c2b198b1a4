// @module-tag deep/scale: draws and keeps every picture of the sample content again and again; page-weight and heads show it
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findByTitle } from '../../../../server/content-api/categories/routes.ts';
import { posts, projects } from '../../../../server/content-api/content/tables.ts';
import { softDeleteRow } from '../../../../server/content-api/content/trash-repository.ts';
import { openFolders } from '../../../../server/content-api/media/storage/folder-storage.ts';
import { createMediaStore, type MediaStore } from '../../../../server/content-api/media/store.ts';
import { migrate } from '../../../../server/database/migrate.ts';
import { reorderRows } from '../../../../server/database/reorder.ts';
import { openSqlite } from '../../../../server/database/sqlite.ts';
import type { Db } from '../../../../server/database/types.ts';
import { removalText } from '../../../../tools/sample/report.ts';
import { createSample, type Sample } from '../../../../tools/sample/sample.ts';

const everything = { project: 10, category: 4, blog: 6, job: 5, team_member: 7 };
const nothing = { project: 0, category: 0, blog: 0, job: 0, team_member: 0 };
const own = { blog_title: 'Ours', description: '<p>Ours</p>', is_active: 1 as const };

let folder: string;
let db: Db;
let media: MediaStore;
let sample: Sample;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-sample-'));
  db = openSqlite(join(folder, 'content.sqlite'));
  await migrate(db);
  media = createMediaStore(db, await openFolders(folder), pino({ level: 'silent' }));
  sample = createSample(db, media, join(folder, 'tmp'));
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the names of the stored files on disk. */
async function stored(): Promise<string[]> {
  const entries = await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function firstId(table: 'blogs' | 'jobs' | 'projects' | 'categories'): Promise<number> {
  return (await db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id;
}

it('removing takes every row and file, and it never comes back by itself', async () => {
  await sample.addOnFirstStart();
  await reorderRows(db, 'projects', [await firstId('projects')]);
  await softDeleteRow(db, 'blogs', await firstId('blogs'));
  expect(await sample.status()).toEqual({ sample: 32, own: nothing });
  expect(await sample.remove()).toEqual({ removed: everything, kept: [] });
  expect(await sample.status()).toEqual({ sample: 0, own: nothing });
  expect(await stored()).toEqual([]);
  expect(await db.selectFrom('blogs').selectAll().execute()).toEqual([]);
  expect(await sample.addOnFirstStart()).toBe(0);
  expect(removalText(await sample.remove())).toContain('There was nothing to remove.');
  expect(await sample.add()).toBe(32);
  expect((await sample.remove()).removed).toEqual(everything);
});

it('what people added, changed or belongs to their things stays, and is said', async () => {
  await sample.addOnFirstStart();
  const theirs = await posts.insert(db, { ...own, blog_image: '/storage/2026/none.png' });
  const changed = await posts.findListed(db, await firstId('blogs'));
  if (changed) await posts.update(db, changed, own);
  const category_id = (await findByTitle(db, 'Film')) ?? 0;
  const values = { title: 'Ours', description: '<p>Ours</p>', v_order: 1, project_url: null, video: null };
  const images = ['/storage/2026/none.png'];
  const project = await projects.insert(db, { ...values, category_id }, { images });
  await softDeleteRow(db, 'projects', project.id);
  const job = await firstId('jobs');
  await applyTo(job);

  const removal = await sample.remove();
  expect(removal.removed).toEqual({ ...everything, category: 3, blog: 5, job: 4 });
  expect(removal.kept.map(({ resource, id, reason }) => [resource, id, reason])).toEqual([
    ['category', category_id, 'projects'],
    ['blog', changed?.id, 'changed'],
    ['job', job, 'applicants'],
  ]);
  expect(removalText(removal)).toContain('Kept the category "Film": it has projects');
  const blogs = await db.selectFrom('blogs').select('id').orderBy('id').execute();
  expect(blogs.map((blog) => blog.id)).toEqual([changed?.id, theirs.id]);
  // The category's image and its 3 logos, and the changed post's cover.
  expect(await stored()).toHaveLength(5);

  await db.deleteFrom('projects').where('id', '=', project.id).execute();
  expect((await sample.remove()).removed).toEqual({
    project: 0,
    category: 1,
    blog: 0,
    job: 0,
    team_member: 0,
  });
});

async function applyTo(job: number): Promise<void> {
  const now = new Date().toISOString();
  await db
    .insertInto('applicants')
    .values({
      job_id: job,
      job_title: 'Film editor',
      reference: 'A-1',
      name: 'Amna',
      sort_name: 'amna',
      email: 'amna@example.test',
      email_key: 'amna@example.test',
      search_text: 'amna',
      status: 'new',
      rating: 0,
      is_read: 0,
      submissions_count: 1,
      last_submitted_at: now,
      retain_until: '2099-01-01',
      created_at: now,
      updated_at: now,
    })
    .execute();
}
