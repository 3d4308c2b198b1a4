import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { acceptedTypes } from '#shared/limits.ts';
import {
  isPublicAddress,
  newAddress,
  openFolders,
  pathOfAddress,
  typeOfAddress,
} from '../../../server/content-api/media/storage.ts';
import { createMediaStore, type MediaStore } from '../../../server/content-api/media/store.ts';
import type { Db } from '../../../server/database/types.ts';
import { filesUnder } from '../../support/engine/engine-data.ts';
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
  const nameOf = (address: string) => address.slice('/storage/'.length);
  const files = () => filesUnder(join(folder, 'media'));
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
    expect(files()).toEqual([nameOf(address)]);
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
    expect([files().length, await doomed()]).toEqual([1, []]);
  });

  it('a start beside another process on the same database leaves alone what that one may be storing, and takes what has been listed for an hour', async () => {
    const hour = 60 * 60 * 1000;
    const listed = (address: string, age: number) =>
      db
        .insertInto('doomed_files')
        .values({ address, at: new Date(Date.now() - age).toISOString() })
        .execute();
    async function lying() {
      const address = newAddress('image/png');
      await mkdir(dirname(join(folder, pathOfAddress(address))), { recursive: true });
      await writeFile(join(folder, pathOfAddress(address)), 'bytes');
      return address;
    }

    const [storing, left, former] = [await lying(), await lying(), await lying()];
    await listed(storing, hour - 60_000);
    await listed(left, hour + 60_000);
    // Listed by an earlier release without a time, so the age is unknown.
    await db.insertInto('doomed_files').values({ address: former }).execute();
    const media = createMediaStore(db, await openFolders(folder), pino({ level: 'silent' }), {
      isShared: true,
    });
    await media.sweep();
    expect(files().sort()).toEqual([nameOf(storing), nameOf(former)].sort());
    expect((await doomed()).map(({ address }) => address).sort()).toEqual([storing, former].sort());
    expect(await media.sweepOld(new Date(Date.now() + 2 * hour))).toBe(2);
    expect([files(), await doomed()]).toEqual([[], []]);
  });
});
