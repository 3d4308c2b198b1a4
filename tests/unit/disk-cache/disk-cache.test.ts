import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DiskCache } from '../../../server/disk-cache/disk-cache.ts';
import { contentHash } from '../../../server/http/ready-answer.ts';
import { fillDisk } from '../../support/full-disk.ts';
import { folderForEach } from '../../support/temp-folder.ts';

interface Note {
  says: string;
}

let root: string;
let folder: string;

folderForEach((made) => (root = made));
beforeEach(() => {
  folder = join(root, 'cache');
});
afterEach(() => void vi.useRealTimers());

const open = (maxBytes = 100_000) => new DiskCache<Note>({ folder, maxBytes });
const put = (cache: DiskCache<Note>, key: string, body = `body of ${key}`) =>
  cache.put(key, [Buffer.from(body)], () => ({ says: key }));
const bodyOf = async (cache: DiskCache<Note>, key: string) => (await cache.read(key))?.body.toString();
/** The files of bodies. */
const names = async () =>
  (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('index.sqlite'));
/** Returns the file that contains the body of this key. */
async function fileOf(key: string) {
  for (const name of await names())
    if ((await readFile(join(folder, name), 'latin1')).startsWith(`body of ${key}`))
      return join(folder, name);
  throw new Error(`no file of ${key}`);
}

describe('an entry', () => {
  test('is read with its note, also after a restart', async () => {
    const stored = await put(open(), 'a', 'bytes\n\0');
    expect(stored).toEqual({ note: { says: 'a' }, bytes: 7, hash: contentHash('bytes\n\0') });
    expect(await open().read('a')).toEqual({ ...stored, body: Buffer.from('bytes\n\0') });
    expect(await open().find('a')).toEqual(stored);
    expect(await open().find('b')).toBeUndefined();
  });

  test('is streamed, whole or in part, but never with other bytes than those asked for', async () => {
    const cache = open();
    const { hash } = await put(cache, 'a', '0123456789');
    for (const each of [cache, open()]) {
      expect(await text((await each.open('a', hash)) as Readable)).toBe('0123456789');
      expect(await text((await each.open('a', hash, { start: 2, end: 4 })) as Readable)).toBe('234');
    }
    const streamed = await cache.open('a', hash);
    await put(cache, 'a', 'others');
    expect(await cache.open('a', hash)).toBeUndefined();
    expect(await text(streamed as Readable)).toBe('0123456789');
  });

  test('that is removed is gone when the call returns', async () => {
    const cache = open();
    await put(cache, 'a');
    cache.remove('a');
    for (const each of [cache, open()]) expect(await bodyOf(each, 'a')).toBeUndefined();
    expect(await names()).toEqual([]);
  });
});

test('room goes to what was used last', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const cache = open(350);
  const hours = (count: number) => vi.setSystemTime(Date.UTC(2026, 0, 1, count));
  for (const [at, key] of ['a', 'b'].entries()) {
    hours(at);
    await put(cache, key, key.repeat(100));
  }
  hours(3);
  await cache.read('a');
  hours(4);
  for (const key of ['c', 'd']) await put(cache, key, key.repeat(100));
  vi.useRealTimers();
  for (const each of [cache, open()])
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => bodyOf(each, key)))).toEqual([
      'a'.repeat(100),
      undefined,
      'c'.repeat(100),
      'd'.repeat(100),
    ]);
  expect(await names()).toHaveLength(3);
});

describe('the folder', () => {
  test.each([
    ['ends early', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
    ['begins late', (bytes: Buffer) => bytes.subarray(1)],
    ['has another body', (bytes: Buffer) => Buffer.concat([Buffer.from('B'), bytes.subarray(1)])],
    ['is full of zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
    ['is empty', () => Buffer.alloc(0)],
  ])('has no entry in a file that %s, and then no file', async (_, damage) => {
    await put(open(), 'a');
    const file = await fileOf('a');
    await writeFile(file, damage(await readFile(file)));
    const cache = open();
    expect(await cache.read('a')).toBeUndefined();
    expect(await cache.find('a')).toBeUndefined();
    expect(await names()).toEqual([]);
  });

  test('is begun anew if its index is damaged', async () => {
    await put(open(), 'a');
    for (const ending of ['', '-wal', '-shm'])
      await rm(join(folder, `index.sqlite${ending}`), { force: true });
    await writeFile(join(folder, 'index.sqlite'), 'no database');
    const cache = open();
    expect(await bodyOf(cache, 'a')).toBeUndefined();
    await put(cache, 'b');
    expect([await bodyOf(cache, 'b'), (await names()).length]).toEqual(['body of b', 1]);
  });

  test('has nothing else after a start: no draft of a crash, no file of an earlier release, no link', async () => {
    await put(open(), 'a');
    const kept = await names();
    const elsewhere = join(root, 'elsewhere');
    await writeFile(elsewhere, 'not ours');
    await mkdir(join(folder, 'sub', 'folder'), { recursive: true });
    const old = ['a'.repeat(40), `${'a'.repeat(40)}.json`, `${kept[0]}.draft`, 'index', 'drawing-x'];
    for (const name of old) await writeFile(join(folder, name), 'x'.repeat(50_000));
    await symlink(elsewhere, join(folder, 'b'.repeat(32)));
    expect(await bodyOf(open(), 'a')).toBe('body of a');
    expect(await names()).toEqual(kept);
    expect(await readFile(elsewhere, 'utf8')).toBe('not ours');
  });

  test('is for this user alone, and not made before it is needed', async () => {
    const cache = open();
    expect(await cache.find('a')).toBeUndefined();
    await expect(stat(folder)).rejects.toThrow('ENOENT');
    await put(cache, 'a');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder))
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  test('on a disk that is full at any write has the whole entry or nothing', async () => {
    let refused = 1;
    for (let taken = 0; refused > 0; taken += 1) {
      const disk = fillDisk(taken);
      const stored = await put(open(), 'a').catch((error: Error) => error.message);
      refused = disk.refused();
      disk.free();
      if (refused > 0) expect(stored).toMatch(/^ENOSPC|disk is full/);
      expect(await names()).toHaveLength(refused > 0 ? 0 : 1);
    }
    expect(await bodyOf(open(), 'a')).toBe('body of a');
  });
});
