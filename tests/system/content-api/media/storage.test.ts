import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../../server/config.ts';
import { bucketKeys } from '../../../../server/content-api/media/open-storage.ts';
import { openBucket } from '../../../../server/content-api/media/s3-storage.ts';
import { type FileStorage, newAddress, openFolders } from '../../../../server/content-api/media/storage.ts';
import { describeOn } from '../../../support/describe-on.ts';
import { sha256 } from '../../../support/files.ts';
import { type TestBucket, testBucket } from '../../../support/shared-servers.ts';
import { folderForAll } from '../../../support/temp-folder.ts';

const log = pino({ level: 'silent' });

describeOn(['folders', 'a bucket'], 'files in %s', (kind) => {
  let folder: string;
  let bucket: TestBucket | undefined;
  let storage: FileStorage;
  folderForAll((made) => (folder = made));
  beforeAll(async () => {
    bucket = kind === 'a bucket' ? await testBucket() : undefined;
    const config = loadConfig({ DATA_DIR: join(folder, 'data'), ...bucket?.environment });
    storage = config.MEDIA_URL
      ? await openBucket(config.MEDIA_URL, bucketKeys(config), log, { pageSize: 3 })
      : await openFolders(config.DATA_DIR);
  });
  afterAll(async () => {
    storage?.close();
    await bucket?.drop();
  });

  async function put(...files: [type: string, bytes: Buffer][]) {
    const addresses = files.map(([type]) => newAddress(type));
    const paths = new Map<string, string>();
    for (const [index, [, bytes]] of files.entries()) {
      const path = join(folder, `incoming-${index}`);
      await writeFile(path, bytes);
      paths.set(addresses[index] ?? '', path);
    }
    await storage.put(paths);
    return addresses;
  }
  const bytesOf = async (body: Readable | undefined) => Buffer.concat((await body?.toArray()) ?? []);
  async function listed() {
    const found: string[] = [];
    for await (const address of storage.list()) found.push(address);
    return found.sort();
  }

  it('are what was stored, whole and in ranges, until they are removed', async () => {
    const [picture, cv] = [Buffer.from('0123456789'), Buffer.from('about a person')];
    const [first = '', second = ''] = await put(['image/png', picture], ['application/pdf', cv]);
    expect(await listed()).toEqual([first, second].sort());
    const etag = expect.stringMatching(/^(W\/)?"[\w-]+"$/);
    expect(await storage.stat(first)).toEqual({ size: 10, modified: expect.any(Date), etag });
    expect(await bytesOf(await storage.open(first))).toEqual(picture);
    expect(await bytesOf(await storage.open(first, { start: 3, end: 5 }))).toEqual(picture.subarray(3, 6));
    expect(await bytesOf(await storage.open(second))).toEqual(cv);
    await storage.remove([first, second, newAddress('image/png')]);
    expect(await listed()).toEqual([]);
    expect([await storage.stat(first), await storage.open(first)]).toEqual([undefined, undefined]);
  });

  it('may be empty, and as large as many parts', async () => {
    const large = randomBytes(11 * 2 ** 20 + 17);
    const [empty = '', video = ''] = await put(['image/gif', Buffer.alloc(0)], ['video/mp4', large]);
    expect(await storage.stat(empty)).toMatchObject({ size: 0 });
    expect(await storage.stat(video)).toMatchObject({ size: large.length });
    expect(sha256(await bytesOf(await storage.open(video)))).toBe(sha256(large));
    await storage.remove([empty, video]);
  });

  it('are listed on as many pages as there are', async () => {
    const files: [string, Buffer][] = Array.from({ length: 7 }, () => ['image/png', Buffer.from('x')]);
    expect(await listed()).toEqual([]);
    const addresses = await put(...files, ['application/pdf', Buffer.from('y')]);
    expect(await listed()).toEqual(addresses.sort());
  });
});
