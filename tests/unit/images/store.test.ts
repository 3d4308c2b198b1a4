import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDiskCache } from '../../../server/disk-cache/disk-cache.ts';
import { conversionVersion } from '../../../server/images/convert.ts';
import { createImageStore } from '../../../server/images/store.ts';

test('pictures of an earlier version of the conversion are not found, and a disk that takes nothing fails nobody', async () => {
  const root = await mkdtemp(join(tmpdir(), 'studio-images-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const cache = createDiskCache({ folder: join(root, 'old'), maxBytes: 10_000 });
  for (const key of ['a', `${conversionVersion - 1} a`])
    await cache.put(key, [Buffer.from('bytes')], () => ({ type: 'image/webp' }));
  expect(await createImageStore(join(root, 'old'), 10_000).get('a')).toBeUndefined();
  await writeFile(join(root, 'full'), 'a file where the folder should be');
  const store = createImageStore(join(root, 'full'), 10_000);
  const image = { body: Buffer.from('bytes'), type: 'image/webp', width: 2, height: 1 };
  expect((await store.put('a', image)).body.toString()).toBe('bytes');
  expect(await store.get('a')).toBeUndefined();
});
