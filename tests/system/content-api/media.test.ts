import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acceptedTypes } from '#shared/limits.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import {
  isPublicAddress,
  newAddress,
  openFolders,
  pathOfAddress,
  typeOfAddress,
} from '../../../server/content-api/media/storage.ts';
import { createMediaStore, type MediaStore } from '../../../server/content-api/media/store.ts';
import type { Db } from '../../../server/database/types.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { blogForm, image } from '../../support/engine/forms.ts';
import { databaseForEach } from '../../support/engine/in-memory.ts';
import { folderForEach } from '../../support/temp-folder.ts';

describe('addresses', () => {
  it('are new each time, and are read back to their type', () => {
    for (const type of [...acceptedTypes.image, ...acceptedTypes.video]) {
      const address = newAddress(type);
      expect([isPublicAddress(address), typeOfAddress(address)]).toEqual([true, type]);
      expect(pathOfAddress(address)).toBe(address.replace('/storage/', 'media/'));
      expect(newAddress(type)).not.toBe(address);
    }
    expect(() => newAddress('image/svg+xml')).toThrow();
  });

  it('of documents lead to the private folder, and to nothing that is served', () => {
    for (const type of acceptedTypes.document) {
      const address = newAddress(type);
      expect(address).toMatch(/^private\/cv\/[0-9a-f]{32}\.(pdf|doc|docx)$/);
      expect(pathOfAddress(address)).toBe(address);
      for (const path of [
        address,
        `/${address}`,
        `/storage/${address}`,
        address.replace('private', '/storage'),
      ])
        expect(isPublicAddress(path)).toBe(false);
    }
  });

  it.each([
    '/storage/2026/../content.sqlite',
    `/storage/2026/${'A'.repeat(32)}.png`,
    `/storage/2026/${'a'.repeat(32)}.svg`,
    `/storage/2026/${'a'.repeat(32)}.png\n`,
    `https://evil.example/storage/2026/${'a'.repeat(32)}.png`,
    'private/cv/../../content.sqlite',
    `private/cv/${'a'.repeat(32)}.pdf/x`,
    '',
  ])('of another form lead nowhere: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(() => pathOfAddress(address)).toThrow();
  });
});

describe('files and rows', () => {
  let folder: string;
  let db: Db;
  let store: MediaStore;
  let logged: string[];
  folderForEach((made) => (folder = made));
  databaseForEach((made) => (db = made));
  beforeEach(async () => {
    logged = [];
    store = createMediaStore(
      db,
      await openFolders(folder),
      pino({ base: null }, { write: (line) => void logged.push(line) }),
    );
  });

  const incoming = async (name: string) => {
    const path = join(folder, name);
    await writeFile(path, name);
    return { path, type: 'image/png' };
  };
  const files = async () => {
    const all = await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    return all.filter((entry) => entry.isFile()).map((entry) => entry.name);
  };
  const doomed = () => db.selectFrom('doomed_files').selectAll().execute();

  it('are both unchanged when a change fails', async () => {
    const kept = await incoming('kept');
    const address = await store.change([kept], async ({ addressOf }) => addressOf(kept));
    const added = await incoming('added');
    const change = store.change([added], async ({ tx, drop }) => {
      drop(address);
      await tx
        .insertInto('categories')
        .values({ title: 'x', image: 'x', created_at: '', updated_at: '' })
        .execute();
      throw new Error('after all');
    });
    await expect(change).rejects.toThrow('after all');
    expect(await files()).toEqual([address.split('/').at(-1)]);
    expect(await db.selectFrom('categories').selectAll().execute()).toEqual([]);
    expect(await doomed()).toEqual([]);
  });

  it('what a crash left behind is swept, and nothing else; what cannot be removed fails no change', async () => {
    const kept = await incoming('kept');
    await store.change([kept], async () => {});
    const stuck = newAddress('image/png');
    await mkdir(join(folder, pathOfAddress(stuck)), { recursive: true });
    await store.change([], async ({ drop }) => drop(stuck));
    expect(logged).toHaveLength(1);
    await rm(join(folder, pathOfAddress(stuck)), { recursive: true });
    await writeFile(join(folder, pathOfAddress(stuck)), 'orphan');
    await store.sweep();
    expect([(await files()).length, await doomed()]).toEqual([1, []]);
  });

  describe('with another process on the same database', () => {
    const hour = 60 * 60 * 1000;
    const listed = (address: string, age: number) =>
      db
        .insertInto('doomed_files')
        .values({ address, at: new Date(Date.now() - age).toISOString() })
        .execute();
    const shared = async () =>
      createMediaStore(db, await openFolders(folder), pino({ level: 'silent' }), { isShared: true });
    async function lying() {
      const address = newAddress('image/png');
      await mkdir(dirname(join(folder, pathOfAddress(address))), { recursive: true });
      await writeFile(join(folder, pathOfAddress(address)), 'bytes');
      return address;
    }
    const nameOf = (address: string) => address.split('/').at(-1);

    it('a start leaves alone what that one may be storing, and takes what has been listed for an hour', async () => {
      const [storing, left, former] = [await lying(), await lying(), await lying()];
      await listed(storing, hour - 60_000);
      await listed(left, hour + 60_000);
      // Listed by an earlier release without a time, so the age is unknown.
      await db.insertInto('doomed_files').values({ address: former }).execute();
      const media = await shared();
      await media.sweep();
      expect((await files()).sort()).toEqual([nameOf(storing), nameOf(former)].sort());
      expect((await doomed()).map(({ address }) => address).sort()).toEqual([storing, former].sort());
      expect(await media.sweepOld(new Date(Date.now() + 2 * hour))).toBe(2);
      expect([await files(), await doomed()]).toEqual([[], []]);
    });
  });
});

describe('stored files over HTTP', () => {
  let engine: TestEngine;
  let bytes: Buffer;
  let address: string;
  beforeAll(async () => {
    engine = await startEngine();
    bytes = await image('webp', 40, 30);
    const saved = await engine.call<Blog>('saveBlog', { body: await blogForm({ blog_image: bytes }) });
    address = saved.body.data?.blog_image ?? '';
  });
  afterAll(async () => {
    await engine?.close();
  });

  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    engine.fetch(address, { headers, method, token: null });

  it('come in ranges, and not to whoever has them', async () => {
    const { headers } = await get();
    const [etag = '', modified = ''] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
    const long = new Date(Date.parse(modified) - 1000).toUTCString();
    for (const [status, given] of [
      [304, { 'if-none-match': `"another", ${etag}` }],
      [206, { 'if-none-match': '"another"', 'if-modified-since': modified }],
      [206, { 'if-modified-since': long }],
    ] as const)
      expect((await rawGet(address, { range: 'bytes=1-2', ...given })).status, JSON.stringify(given)).toBe(
        status,
      );
    expect((await rawGet(address, { 'if-modified-since': modified })).status).toBe(304);
    for (const [range, status, first] of [
      ['bytes=-5', 206, bytes.length - 5],
      ['bytes=0-999999', 206, 0],
      ['bytes=0-1,4-5', 200, 0],
    ] as const) {
      const answer = await get({ range });
      expect(answer.status, range).toBe(status);
      const received = Buffer.from(await answer.arrayBuffer());
      expect(received.subarray(0, 3), range).toEqual(bytes.subarray(first, first + 3));
      expect(answer.headers.get('content-length')).toBe(String(received.length));
    }
    const past = await get({ range: `bytes=${bytes.length}-` });
    expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    expect(past.headers.get('cache-control')).toBeNull();
    const head = await get({ range: 'bytes=4-7' }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([206, '4', '']);
  });

  it('are the only thing that can be read', async () => {
    await mkdir(join(engine.dataDir, 'media'), { recursive: true });
    await symlink(join(engine.dataDir, 'content.sqlite'), join(engine.dataDir, 'media', 'link.png'));
    const year = address.split('/')[2];
    for (const path of [
      '/storage/',
      `/storage/${year}/`,
      '/storage/link.png',
      '/storage/%2e%2e/content.sqlite',
      '/storage/..%2fcontent.sqlite',
      `/storage/${year}/..\\..\\content.sqlite`,
      `${address}%00`,
      address.replace('.webp', '.WEBP'),
    ]) {
      const response = await rawGet(path);
      expect(response, path).toMatchObject({ status: 404, type: 'application/json; charset=utf-8' });
    }
  });

  function rawGet(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number | undefined; type: string | undefined }> {
    const { hostname, port } = engine.url;
    return new Promise((resolve, reject) => {
      request({ hostname, port, path, headers }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, type: response.headers['content-type'] });
      })
        .on('error', reject)
        .end();
    });
  }
});
