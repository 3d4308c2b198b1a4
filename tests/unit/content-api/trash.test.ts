import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineCall } from '../../../server/content-api/calls.ts';
import { openFolders } from '../../../server/content-api/media/storage.ts';
import { createMediaStore, type MediaStore } from '../../../server/content-api/media/store.ts';
import { trashChores, trashHandlers } from '../../../server/content-api/trash/trash.ts';
import { softDeleteRow } from '../../../server/database/rows.ts';
import type { Db } from '../../../server/database/types.ts';
import { addJob, databaseForEach } from '../../support/engine/in-memory.ts';
import { folderForEach } from '../../support/temp-folder.ts';

let db: Db;
databaseForEach((made) => (db = made));

const day = 24 * 60 * 60 * 1000;
const ago = (days: number, ms = 0) => new Date(Date.now() - days * day - ms).toISOString();

async function restore(resource: string, id: number) {
  const handler = trashHandlers(db, {} as MediaStore).restoreDeleted;
  const call = {
    body: async () => ({ resource, id }),
    admin: { role: 'owner' },
  } as EngineCall as EngineCall<'restoreDeleted'>;
  return handler?.(call);
}

describe('restoring', () => {
  it('works until 30 days have gone, and not a moment longer', async () => {
    const young = await addJob(db, {}, { deleted_at: ago(30, -60_000) });
    const old = await addJob(db, {}, { deleted_at: ago(30, 1) });
    await restore('job', young.id);
    await expect(restore('job', old.id)).rejects.toMatchObject({ code: 'trash.nothing', status: 404 });
    const left = await db.selectFrom('jobs').select(['id', 'deleted_at']).orderBy('id').execute();
    expect(left.map((job) => job.deleted_at === null)).toEqual([true, false]);
  });

  it('forgets who deleted the row, so that the next one who does is named', async () => {
    const { id } = await addJob(db);
    await softDeleteRow(db, 'jobs', id, 1);
    await restore('job', id);
    await softDeleteRow(db, 'jobs', id, 2);
    expect(await db.selectFrom('deletions').select('admin_id').execute()).toEqual([{ admin_id: 2 }]);
  });
});

let folder: string;
folderForEach((made) => (folder = made));
beforeEach(async () => {
  await mkdir(join(folder, 'media', '2026'), { recursive: true });
});

const at = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };

let files = 0;
async function addPost(deleted_at: string | null) {
  files += 1;
  const name = `${String(files).padStart(32, '0')}.png`;
  await writeFile(join(folder, 'media', '2026', name), 'x');
  const post = {
    blog_title: 'B',
    description: 'x',
    blog_image: `/storage/2026/${name}`,
    is_active: 1,
    deleted_at,
  };
  await db
    .insertInto('blogs')
    .values({ ...post, ...at })
    .execute();
  return name;
}

it('erases content that cannot be restored any more, with its files, and says what it removed', async () => {
  const kept = [await addPost(null), await addPost(ago(29))];
  await addPost(ago(31));
  const media = createMediaStore(db, await openFolders(folder), pino({ level: 'silent' }));
  const removed: unknown[] = [];
  for (const chore of trashChores(media)) removed.push(await chore.run(new Date()));
  expect(removed).toContainEqual(expect.objectContaining({ rows: 1, files: 1 }));
  expect((await readdir(join(folder, 'media', '2026'))).sort()).toEqual(kept);
  expect(await db.selectFrom('blogs').select('id').execute()).toHaveLength(2);
});
