import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FileStorage } from '../../../../server/content-api/media/storage/file-storage.ts';
import { openFolders } from '../../../../server/content-api/media/storage/folder-storage.ts';
import { createMediaStore, type MediaStore } from '../../../../server/content-api/media/store.ts';
import type { Db } from '../../../../server/database/types.ts';
import { image } from '../../../support/engine/forms.ts';
import { emptyDatabase } from '../../../support/engine/jobs-memory.ts';

let db: Db;
let folder: string;
let storage: FileStorage;
let media: MediaStore;
beforeEach(async () => {
  db = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'studio-pictures-'));
  storage = await openFolders(folder);
  media = createMediaStore(db, storage, pino({ level: 'silent' }));
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
});

const at = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
async function incoming(bytes: Buffer, name = 'in.png') {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, type: 'image/png', name };
}

const addMember = (tx: Db, file: string) =>
  tx
    .insertInto('team_members')
    .values({ name: 'n', designation: 'd', image: file, v_order: 0, is_active: 1, ...at })
    .returning('id')
    .executeTakeFirstOrThrow();

const stored = async () =>
  (await readdir(join(folder, 'media'), { recursive: true })).filter((name) => name.includes('.'));
const rows = () => db.selectFrom('pictures').selectAll().orderBy('id').execute();

it('a picture that goes while the same bytes arrive is stored after all, and two of one form are one file', async () => {
  const bytes = await image();
  const first = await incoming(bytes, 'first.png');
  const { id } = await media.change([first], async ({ tx, addressOf }) => addMember(tx, addressOf(first)));
  const [{ file: old = '' } = {}] = await rows();
  const again = [await incoming(bytes, 'a.png'), await incoming(bytes, 'b.png')];
  let tries = 0;
  // The file is found by the lookup, but deleted before the transaction.
  const execute: ReturnType<Db['transaction']>['execute'] = async (work) => {
    tries += 1;
    if (tries === 1) {
      await db.deleteFrom('team_members').where('id', '=', id).execute();
      await media.change([], async ({ drop }) => drop(old));
    }
    return transaction.call(db).execute(work);
  };
  const { transaction } = db;
  db.transaction = () => Object.assign(transaction.call(db), { execute });
  const late = createMediaStore(db, storage, pino({ level: 'silent' }));
  const places = await late.change(again, async ({ tx, addressOf }) => {
    const all = again.map(addressOf);
    for (const each of all) await addMember(tx, each);
    return all;
  });
  expect(new Set(places).size).toBe(1);
  expect(places[0]).not.toBe(old);
  expect(await stored()).toEqual([places[0]?.replace('/storage/', '')]);
  expect(await rows()).toMatchObject([{ uses: 2, name: 'a.png' }]);
  expect(await db.selectFrom('doomed_files').selectAll().execute()).toEqual([]);
});
