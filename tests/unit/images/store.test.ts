import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskCache } from '../../../server/disk-cache/disk-cache.ts';
import { conversionVersion } from '../../../server/images/convert.ts';
import { createImageStore } from '../../../server/images/store.ts';

let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'studio-images-'));
  folder = join(root, 'images');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const image = (body: string) => ({ body: Buffer.from(body), type: 'image/webp', width: 2, height: 1 });

test('gives back what was put, also after a restart', async () => {
  const stored = await createImageStore(folder, 10_000).put('a', image('bytes\n\0'), { etag: '"1"' });
  const again = await createImageStore(folder, 10_000).get('a');
  expect(again).toEqual(stored);
  expect(again).toMatchObject({ width: 2, height: 1, type: 'image/webp', source: { etag: '"1"' } });
  expect(again?.body.toString()).toBe('bytes\n\0');
  expect(await createImageStore(folder, 10_000).get('b')).toBeUndefined();
});

test('does not find what an earlier version of the conversion made', async () => {
  const cache = createDiskCache({ folder, maxBytes: 10_000 });
  for (const key of ['a', `${conversionVersion - 1} a`])
    await cache.put(key, [Buffer.from('bytes')], () => ({ type: 'image/webp' }));
  expect(await createImageStore(folder, 10_000).get('a')).toBeUndefined();
});

test('describes without a key, and stores nothing', async () => {
  const store = createImageStore(folder, 10_000);
  expect(await store.put(undefined, image('bytes'))).toEqual(await store.put('a', image('bytes')));
  expect(await readdir(folder)).toHaveLength(1);
});

test('a disk that takes nothing fails nobody', async () => {
  await writeFile(folder, 'a file where the folder should be');
  const store = createImageStore(folder, 10_000);
  expect((await store.put('a', image('bytes'))).body.toString()).toBe('bytes');
  expect(await store.get('a')).toBeUndefined();
  store.remove('a');
});
