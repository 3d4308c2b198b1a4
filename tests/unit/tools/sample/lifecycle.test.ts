// @module-tag deep/scale: draws and keeps every picture of the sample content again and again; page-weight and heads show it
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
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

async function firstId(table: 'blogs' | 'projects'): Promise<number> {
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
  const kept = [{ resource: 'category' as const, id: 1, title: 'Film', reason: 'projects' as const }];
  expect(removalText({ removed: nothing, kept })).toContain('Kept the category "Film": it has projects');
  expect(await sample.add()).toBe(32);
  expect((await sample.remove()).removed).toEqual(everything);
});
