import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFolders } from '../../../../server/content-api/media/storage.ts';
import { createMediaStore } from '../../../../server/content-api/media/store.ts';
import { trashChores } from '../../../../server/content-api/trash/trash.ts';
import type { Db } from '../../../../server/database/types.ts';
import { emptyDatabase } from '../../../support/engine/jobs-memory.ts';
import { folderForEach } from '../../../support/temp-folder.ts';

let db: Db;
let folder: string;
folderForEach((made) => (folder = made));
beforeEach(async () => {
  db = await emptyDatabase();

  await mkdir(join(folder, 'media', '2026'), { recursive: true });
});
afterEach(async () => {
  await db.destroy();
});

const at = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

let files = 0;
async function addPost(deleted_at: string | null): Promise<string> {
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
  const kept = [await addPost(null), await addPost(daysAgo(29))];
  await addPost(daysAgo(31));
  const media = createMediaStore(db, await openFolders(folder), pino({ level: 'silent' }));
  const removed: unknown[] = [];
  for (const chore of trashChores(media)) removed.push(await chore.run(new Date()));
  expect(removed).toContainEqual(expect.objectContaining({ rows: 1, files: 1 }));
  expect((await readdir(join(folder, 'media', '2026'))).sort()).toEqual(kept);
  expect(await db.selectFrom('blogs').select('id').execute()).toHaveLength(2);
});
