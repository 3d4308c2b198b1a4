import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DiskCache } from '../../../server/disk-cache/disk-cache.ts';
import { contentHash } from '../../../server/http/etag.ts';
import { fillDisk } from '../../support/full-disk.ts';

interface Note {
  says: string;
}

let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'studio-disk-cache-'));
  folder = join(root, 'cache');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const open = (maxBytes = 100_000) => new DiskCache<Note>({ folder, maxBytes });
const put = (cache: DiskCache<Note>, key: string, body = `body of ${key}`) =>
  cache.put(key, [Buffer.from(body)], () => ({ says: key }));
const bodyOf = async (cache: DiskCache<Note>, key: string) => (await cache.read(key))?.body.toString();
const names = () => readdir(folder).catch(() => []);
/** Returns the file that contains the body of this key. */
async function fileOf(key: string): Promise<string> {
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

  test('that is removed is gone when the call returns, even one that is being written', async () => {
    const cache = open();
    await put(cache, 'a');
    const writing = put(cache, 'b');
    cache.remove('a');
    cache.remove('b');
    await writing;
    for (const each of [cache, open()])
      expect([await bodyOf(each, 'a'), await bodyOf(each, 'b')]).toEqual([undefined, undefined]);
    expect(await names()).toEqual([]);
    await put(cache, 'b');
    expect(await bodyOf(cache, 'b')).toBe('body of b');
  });
});

describe('room', () => {
  /** A body, and the size of an entry with it. */
  const body = (letter: string) => letter.repeat(1_000);
  const taken = 1_300;

  test('goes to what was used last', async () => {
    const cache = open(3.5 * taken);
    for (const key of ['a', 'b']) await put(cache, key, body(key));
    await cache.read('a');
    for (const key of ['c', 'd']) await put(cache, key, body(key));
    expect(
      await Promise.all(['a', 'b', 'c', 'd'].map(async (key) => (await cache.find(key)) !== undefined)),
    ).toEqual([true, false, true, true]);
    const sizes = await Promise.all(
      (await names()).map(async (name) => (await stat(join(folder, name))).size),
    );
    const bytes = sizes.reduce((sum, each) => sum + each, 0);
    expect(bytes).toBeLessThanOrEqual(3.5 * taken);
    expect(await cache.stats()).toEqual({ entries: 3, bytes });
    expect(await open().stats()).toEqual({ entries: 3, bytes });
  });
});

describe('the folder', () => {
  test.each([
    ['ends early', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
    ['begins late', (bytes: Buffer) => bytes.subarray(1)],
    ['has another body', (bytes: Buffer) => Buffer.concat([Buffer.from('B'), bytes.subarray(1)])],
    ['has another note', (bytes: Buffer) => Buffer.from(bytes.toString().replace('says', 'sags'))],
    [
      'has a note of no length',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -5), Buffer.from('00000')]),
    ],
    ['is full of zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
    ['is short', () => Buffer.from('x')],
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

  test('has nothing else after a start: no draft of a crash, no file of an earlier release, no link', async () => {
    await put(open(), 'a');
    const kept = await names();
    const elsewhere = join(root, 'elsewhere');
    await writeFile(elsewhere, 'not ours');
    await mkdir(join(folder, 'sub', 'folder'), { recursive: true });
    const old = ['a'.repeat(40), `${'a'.repeat(40)}.json`, `${kept[0]}.0badc0de`, 'index', 'drawing-x'];
    for (const name of old) await writeFile(join(folder, name), 'x'.repeat(50_000));
    await symlink(elsewhere, join(folder, `${'b'.repeat(40)}.entry`));
    expect((await open().stats()).entries).toBe(1);
    expect(await names()).toEqual(kept);
    expect(await readFile(elsewhere, 'utf8')).toBe('not ours');
  });

  test('is for this user alone, and not made before it is needed', async () => {
    const cache = open();
    expect(await cache.find('a')).toBeUndefined();
    await expect(stat(folder)).rejects.toThrow('ENOENT');
    await put(cache, 'a');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await names()) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  test('on a disk that is full at any write has the whole entry or nothing', async () => {
    let refused = 1;
    for (let taken = 0; refused > 0; taken += 1) {
      const disk = fillDisk(taken);
      const stored = await put(open(), 'a').catch((error: Error) => error.message);
      refused = disk.refused();
      disk.free();
      if (refused > 0) expect(stored).toMatch(/^ENOSPC/);
      expect(await names()).toHaveLength(refused > 0 ? 0 : 1);
      if (taken === 0) expect(refused).toBe(1);
    }
    expect(await bodyOf(open(), 'a')).toBe('body of a');
  });
});
