// @module-tag deep/postgres: moves files into a bucket
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../../server/config.ts';
import { newAddress } from '../../../server/content-api/media/addresses.ts';
import type { FileStorage } from '../../../server/content-api/media/storage/file-storage.ts';
import { openFolders } from '../../../server/content-api/media/storage/folder-storage.ts';
import { openStorage } from '../../../server/content-api/media/storage/open-storage.ts';
import { moveFiles } from '../../../tools/commands/move-media.ts';
import { type TestBucket, testBucket } from '../../support/shared-servers.ts';

let dataDir: string;
let bucket: TestBucket;
let folder: FileStorage;
let store: FileStorage;
let addresses: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'studio-move-'));
  bucket = await testBucket();
  folder = await openFolders(dataDir);
  store = await openStorage(
    loadConfig({ DATA_DIR: dataDir, ...bucket.environment }),
    pino({ level: 'silent' }),
  );
  addresses = ['image/png', 'video/mp4', 'application/pdf', 'image/webp'].map(newAddress).sort();
  for (const [size, address] of addresses.entries()) {
    await writeFile(join(dataDir, 'one'), address.repeat(size * 10));
    await folder.put(new Map([[address, join(dataDir, 'one')]]));
  }
});
afterEach(async () => {
  store.close();
  await bucket.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const everything = { files: 4, copied: 4, there: 0, problems: [] };
const textOf = async (storage: FileStorage, address: string) =>
  (await (await storage.open(address))?.toArray())?.join('');
/** Returns a storage that differs in these methods. A copy by spread would lose the methods of a class. */
function withChanges(storage: FileStorage, changes: Partial<FileStorage>): FileStorage {
  return {
    put: (files) => storage.put(files),
    stat: (address, signal) => storage.stat(address, signal),
    open: (address, range, signal) => storage.open(address, range, signal),
    remove: (list) => storage.remove(list),
    list: () => storage.list(),
    removeUnfinished: (before) => storage.removeUnfinished(before),
    close: () => storage.close(),
    ...changes,
  };
}
async function listed(storage: FileStorage): Promise<string[]> {
  const found: string[] = [];
  for await (const address of storage.list()) found.push(address);
  return found.sort();
}

it('copies every file to a bucket and back, and leaves the source alone', async () => {
  expect(await moveFiles(folder, store, dataDir, { dryRun: true })).toMatchObject(everything);
  expect(await listed(store)).toEqual([]);
  expect(await moveFiles(folder, store, dataDir)).toMatchObject(everything);
  expect([await listed(store), await listed(folder)]).toEqual([addresses, addresses]);
  const other = await openFolders(join(dataDir, 'other'));
  expect(await moveFiles(store, other, join(dataDir))).toMatchObject(everything);
  for (const [size, address] of addresses.entries())
    expect(await textOf(other, address)).toBe(address.repeat(size * 10));
  expect((await readdir(dataDir)).sort()).toEqual(['media', 'other', 'private']);
});

it('names the files that are read back as something else, and goes on with the others', async () => {
  const [first = ''] = addresses;
  const lossy: FileStorage = withChanges(store, {
    put: async (files) => {
      for (const [address, path] of files) if (address === first) await appendFile(path, 'noise');
      await store.put(files);
    },
  });
  expect(await moveFiles(folder, lossy, dataDir)).toMatchObject({
    copied: 3,
    problems: [`${first}: differs when read back`],
  });
});
