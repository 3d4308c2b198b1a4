import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { orphanedFilesChore } from '../../../../server/content-api/media/orphaned-files.ts';
import {
  type FileStorage,
  newAddress,
  openFolders,
  pathOfAddress,
} from '../../../../server/content-api/media/storage.ts';
import { fileColumns } from '../../../../server/content-api/media/store.ts';
import type { Db } from '../../../../server/database/types.ts';
import { databaseForEach } from '../../../support/engine/in-memory.ts';
import { folderForEach } from '../../../support/temp-folder.ts';

let db: Db;
let folder: string;
let storage: FileStorage;
folderForEach((made) => (folder = made));
databaseForEach((made) => (db = made));
beforeEach(async () => {
  const year = String(new Date().getUTCFullYear());
  for (const each of [join(folder, 'media', year), join(folder, 'private', 'cv')])
    await mkdir(each, { recursive: true });
  storage = await openFolders(folder);
});

const hour = 60 * 60 * 1000;
const at = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };

/** Stores a file whose last write was this many hours ago. */
async function store(type: string, hoursAgo = 25) {
  const address = newAddress(type);
  await age(join(folder, pathOfAddress(address)), hoursAgo);
  return address;
}

async function age(path: string, hoursAgo: number) {
  await writeFile(path, 'bytes');
  const then = new Date(Date.now() - hoursAgo * hour);
  await utimes(path, then, then);
}

async function left() {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => !entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

const nameOf = (address: string) => address.split('/').at(-1) ?? '';
const run = () => orphanedFilesChore(db, storage).run(new Date());

it('removes old files that no row names, public and private, and says how many and how large', async () => {
  const young = await store('image/png', 23);
  await store('image/png');
  await store('video/mp4');
  await store('application/pdf');
  expect(await run()).toEqual({ files: 3, bytes: 15 });
  expect(await left()).toEqual([nameOf(young)]);
  expect(await run()).toEqual({ files: 0, bytes: 0 });
});

it('leaves every file that a row names, also one that is deleted and can be restored', async () => {
  const [cover, gone] = [await store('image/png'), await store('image/webp')];
  for (const [blog_image, deleted_at] of [
    [cover, null],
    [gone, new Date().toISOString()],
  ] as const) {
    await db
      .insertInto('blogs')
      .values({ blog_title: 'B', description: 'x', is_active: 1, blog_image, deleted_at, ...at })
      .execute();
  }
  expect(await run()).toEqual({ files: 0, bytes: 0 });
  expect(await left()).toEqual([cover, gone].map(nameOf).sort());
});

it('leaves what a change under way has put in place and not yet claimed', async () => {
  const address = await store('image/png');
  await db.insertInto('doomed_files').values({ address }).execute();
  expect(await run()).toEqual({ files: 0, bytes: 0 });
  expect(await left()).toEqual([nameOf(address)]);
});

it('removes nothing when most files have no row: that is no litter, but the wrong database', async () => {
  for (let count = 0; count < 10; count += 1) await store('image/png');
  await expect(run()).rejects.toThrow('10 of 10 stored files are not referenced by any row');
  expect(await left()).toHaveLength(10);
});

it('the columns that name files are all known', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
      select m.name as "table", c.name as "column" from sqlite_schema m, pragma_table_info(m.name) c
      where m.type = 'table'`.execute(db);
  // A task holds the bytes of its file itself.
  const found = rows.filter(
    ({ table, column }) =>
      table !== 'tasks' && /(^|_)(image|images|video|captions|photo|file|path)$/.test(column),
  );
  expect(found.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
    fileColumns.map(({ table, column }) => `${table}.${column}`).sort(),
  );
});
