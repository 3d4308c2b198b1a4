import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createImageStore } from '../../../server/images/store.ts';

let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'studio-images-'));
  folder = join(root, 'images');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const image = (body: string) => ({ body: Buffer.from(body), type: 'image/webp', width: 2, height: 1 });
/** Bytes of one entry whose body is this long, its first line included. */
const entry = 1_000;
const padded = (letter: string) => image(letter.repeat(entry));

test('gives back what was put, also after a restart', async () => {
  const stored = await createImageStore(folder, 10_000).put('a', image('bytes\n\0'), { etag: '"1"' });
  const again = await createImageStore(folder, 10_000).get('a');
  expect(again).toEqual(stored);
  expect(again).toMatchObject({ width: 2, height: 1, type: 'image/webp', source: { etag: '"1"' } });
  expect(again?.body.toString()).toBe('bytes\n\0');
  expect(await createImageStore(folder, 10_000).get('b')).toBeUndefined();
});

test('lets go of what was used longest ago when there is no room', async () => {
  const store = createImageStore(folder, 3.5 * entry);
  for (const key of ['a', 'b']) await store.put(key, padded(key));
  await store.get('a');
  for (const key of ['c', 'd']) await store.put(key, padded(key));
  const left = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (key) => (await store.get(key)) !== undefined),
  );
  expect(left.filter(Boolean).length).toBe(await readdir(folder).then((names) => names.length));
  expect(left[1]).toBe(false);
  expect(left[3]).toBe(true);
  const bytes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
  );
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(3.5 * entry);
});

test('remembers over a restart what was used last', async () => {
  const store = createImageStore(folder, 10 * entry);
  for (const key of ['a', 'b']) await store.put(key, padded(key));
  const names = await readdir(folder);
  const ofA = (
    await Promise.all(names.map(async (name) => (await readFile(join(folder, name))).includes('aaaa')))
  ).indexOf(true);
  await utimes(join(folder, names[1 - ofA] as string), 1, 1);
  const next = createImageStore(folder, 2.5 * entry);
  await next.put('c', padded('c'));
  expect(await next.get('b')).toBeUndefined();
  expect(await next.get('a')).toBeDefined();
});

test('what does not fit at all is not kept, and pushes nothing out', async () => {
  const store = createImageStore(folder, 2 * entry);
  await store.put('a', padded('a'));
  expect((await store.put('b', image('b'.repeat(3 * entry)))).body.length).toBe(3 * entry);
  expect(await store.get('b')).toBeUndefined();
  expect(await store.get('a')).toBeDefined();
});

test.each([
  ['ends early', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
  ['is full of zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ['is empty', () => Buffer.alloc(0)],
])('a file that %s is none', async (_, damage) => {
  await createImageStore(folder, 10_000).put('a', image('bytes'));
  const [name = ''] = await readdir(folder);
  await writeFile(join(folder, name), damage(await readFile(join(folder, name))));
  expect(await createImageStore(folder, 10_000).get('a')).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test('what a crash left half written goes with the next start', async () => {
  await mkdir(folder);
  await writeFile(join(folder, `${'a'.repeat(40)}.0badc0de`), 'half');
  await createImageStore(folder, 10_000).get('a');
  expect(await readdir(folder)).toEqual([]);
});

test('a disk that takes nothing fails nobody', async () => {
  await writeFile(folder, 'a file where the folder should be');
  const store = createImageStore(folder, 10_000);
  expect((await store.put('a', image('bytes'))).body.toString()).toBe('bytes');
  expect(await store.get('a')).toBeUndefined();
  await store.remove('a');
});

test('what is removed is gone', async () => {
  const store = createImageStore(folder, 10_000);
  await store.put('a', image('bytes'));
  await store.remove('a');
  expect(await store.get('a')).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});
