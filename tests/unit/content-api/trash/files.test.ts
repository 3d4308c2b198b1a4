import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFolders } from '../../../../server/content-api/media/storage/folder-storage.ts';
import { createMediaStore } from '../../../../server/content-api/media/store.ts';
import { trash } from '../../../../server/content-api/trash/registry.ts';
import { trashChores } from '../../../../server/content-api/trash/trash.ts';
import type { Db } from '../../../../server/database/types.ts';
import { emptyDatabase } from '../../../support/engine/jobs-memory.ts';

let db: Db;
let folder: string;
beforeEach(async () => {
  db = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'studio-trash-files-'));
  await mkdir(join(folder, 'media', '2026'), { recursive: true });
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
});

const at = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

let files = 0;
async function file(): Promise<string> {
  files += 1;
  const name = `${String(files).padStart(32, '0')}.png`;
  await writeFile(join(folder, 'media', '2026', name), 'x');
  return `/storage/2026/${name}`;
}

/**
 * Adds a category with a logo, a project with two images and a video, and a post, all deleted at the same time or not
 * at all.
 */
async function addAll(deleted_at: string | null): Promise<string[]> {
  const [main, logo, video, one, two, cover] = [
    await file(),
    await file(),
    await file(),
    await file(),
    await file(),
    await file(),
  ];
  const category = await db
    .insertInto('categories')
    .values({ title: 'C', image: main, deleted_at, ...at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { updated_at } = at;
  await db
    .insertInto('tech_images')
    .values({ category_id: category.id, image: logo, position: 0, updated_at })
    .execute();
  const project = await db
    .insertInto('projects')
    .values({ title: 'P', description: 'x', video, v_order: 1, category_id: category.id, deleted_at, ...at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('project_images')
    .values([one, two].map((image, position) => ({ project_id: project.id, image, position, updated_at })))
    .execute();
  const post = { blog_title: 'B', description: 'x', blog_image: cover, is_active: 1, deleted_at, ...at };
  await db.insertInto('blogs').values(post).execute();
  return [main, logo, video, one, two, cover];
}

async function purge(): Promise<Record<string, unknown>> {
  const media = createMediaStore(db, await openFolders(folder), pino({ level: 'silent' }));
  const removed: Record<string, unknown> = {};
  for (const chore of trashChores(media, trash)) removed[chore.name] = await chore.run(new Date());
  return removed;
}

it('erases content that cannot be restored any more, with all its files, and says what it removed', async () => {
  const kept = [...(await addAll(null)), ...(await addAll(daysAgo(29)))];
  await addAll(daysAgo(31));
  expect(await purge()).toMatchObject({
    'trash: project': { rows: 1, files: 3 },
    'trash: category': { rows: 1, files: 2 },
    'trash: blog': { rows: 1, files: 1 },
  });
  const left = (await readdir(join(folder, 'media', '2026'))).map((name) => `/storage/2026/${name}`);
  expect(left.sort()).toEqual(kept.sort());
  for (const table of ['categories', 'projects', 'blogs'] as const) {
    expect(await db.selectFrom(table).select('id').execute(), table).toHaveLength(2);
  }
  expect(await db.selectFrom('project_images').select('id').execute()).toHaveLength(4);
  expect(await db.selectFrom('doomed_files').selectAll().execute()).toEqual([]);
});
