// @module-tag deep/postgres: breaks and kills an S3 server
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../../server/config.ts';
import { newAddress } from '../../../../server/content-api/media/addresses.ts';
import type { FileStorage } from '../../../../server/content-api/media/storage/file-storage.ts';
import { bucketKeys } from '../../../../server/content-api/media/storage/open-storage.ts';
import { type BucketOptions, openBucket } from '../../../../server/content-api/media/storage/s3-storage.ts';
import { AppError, StartError } from '../../../../server/errors.ts';
import { type S3Server, s3Keys, startS3 } from '../../../support/s3-server.ts';
import { type StoreFront, storeFront } from '../../../support/store-front.ts';

/** A secret that is in none of the server's answers unless the test adds it. */
const hush = 'HUSHHUSHHUSH';

let folder: string;
let server: S3Server;
let front: StoreFront;
let lines: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-store-'));
  server = await startS3();
  await server.makeBucket('studio');
  front = await storeFront(server);
});
beforeEach(() => {
  lines = [];
  front.fault = () => undefined;
});
afterAll(async () => {
  front?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function open(
  options: Partial<BucketOptions> = {},
  { endpoint = front.endpoint, bucket = 'studio', id = s3Keys.AWS_ACCESS_KEY_ID } = {},
): Promise<FileStorage> {
  const config = loadConfig({
    MEDIA_URL: `s3://${bucket}/site?endpoint=${encodeURIComponent(endpoint)}`,
    AWS_ACCESS_KEY_ID: id,
    AWS_SECRET_ACCESS_KEY: hush,
    AWS_SESSION_TOKEN: hush,
  });
  if (!config.MEDIA_URL) throw new Error('no MEDIA_URL');
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  const storage = await openBucket(config.MEDIA_URL, bucketKeys(config), log, options);
  onTestFinished(() => storage.close());
  return storage;
}

async function stored(storage: FileStorage, bytes: Buffer): Promise<string> {
  const [address, path] = [newAddress('video/mp4'), join(folder, 'incoming')];
  await writeFile(path, bytes);
  await storage.put(new Map([[address, path]]));
  return address;
}

async function failure(work: () => Promise<unknown>): Promise<AppError> {
  const error = await work().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}
const down = { code: 'storage.down', status: 503, headers: { 'Retry-After': '5' } };

describe('a start', () => {
  const problemOf = async (...given: Parameters<typeof open>) => {
    const error = await open(...given).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect(JSON.stringify(pino.stdSerializers.err(error as Error)) + lines.join()).not.toContain(hush);
    return (error as Error).message;
  };

  it.each([
    ['a bucket that is not there', { bucket: 'other' }, undefined, 'MEDIA_URL: .* has no bucket "other"'],
    [
      'a secret of another key',
      {},
      ['SignatureDoesNotMatch', 403],
      'AWS_SECRET_ACCESS_KEY: .* does not belong',
    ],
    [
      'a key that may not list',
      {},
      ['AccessDenied', 403],
      'AWS_ACCESS_KEY_ID: .* may not list the bucket "studio"',
    ],
  ] as const)('is refused at once for %s, by the name of the variable', async (_, given, answer, says) => {
    if (answer) front.fault = () => ({ code: answer[0], status: answer[1] });
    expect(await problemOf({}, given)).toMatch(new RegExp(`^${says}`));
  });
});

async function listed(storage: FileStorage): Promise<string[]> {
  const found: string[] = [];
  for await (const address of storage.list()) found.push(address);
  return found;
}

const uploads = () => {
  const path = join(server.directory, 'studio', '._S3rver_uploads');
  return existsSync(path) ? readdirSync(path) : [];
};

describe('a store that dies', () => {
  it('in the middle of an upload: nothing is half written, and what it kept of it is thrown away', async () => {
    const storage = await open();
    const before = await listed(storage);
    let parts = 0;
    front.fault = ({ method, url }) => {
      if (method === 'DELETE' || !url.searchParams.has('partNumber')) return parts > 1 ? 'cut' : undefined;
      parts += 1;
      if (parts === 2) void server.signal('SIGKILL');
      return parts > 1 ? 'cut' : undefined;
    };
    expect(await failure(() => stored(storage, randomBytes(30 * 2 ** 20)))).toMatchObject(down);
    // The upload stopped without sending the remaining of its six parts.
    expect(parts).toBeLessThanOrEqual(2 + 2 * 3);
    front.fault = () => undefined;
    await server.startAgain();
    expect(await listed(storage)).toEqual(before);
    expect(uploads()).toHaveLength(1);
    expect(await storage.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0);
    expect(await storage.removeUnfinished(new Date(Date.now() + 60_000))).toBe(1);
    expect(uploads()).toEqual([]);
  });

  it('in the middle of a download: the reader hears of it', async () => {
    const storage = await open({ silenceMs: 300 });
    const address = await stored(storage, randomBytes(2 * 2 ** 20));
    front.fault = () => 'half';
    const half = (await storage.open(address)) as Readable;
    expect(await failure(() => finished(half.resume()))).toMatchObject(down);
    front.fault = () => undefined;
    await storage.remove([address]);
  });
});
