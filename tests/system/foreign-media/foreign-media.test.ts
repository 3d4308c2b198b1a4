import { readdir } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KIB, MIB } from '#shared/limits.ts';
import {
  createForeignMedia,
  type ForeignMedia,
  type ForeignMediaOptions,
} from '../../../server/foreign-media/foreign-media.ts';
import { image } from '../../support/files.ts';
import { type MediaCdn, startMediaCdn } from '../../support/media-cdn.ts';
import { folderForEach } from '../../support/temp-folder.ts';

let cdn: MediaCdn;
let folder: string;
let clock: number;
let opened: ForeignMedia[];

folderForEach((made) => (folder = made));
beforeEach(async () => {
  cdn = await startMediaCdn();

  clock = Date.UTC(2026, 0, 1);
  opened = [];
});
afterEach(async () => {
  for (const each of opened) each.close();
  await cdn.close();
});

function open(options: Partial<ForeignMediaOptions> = {}) {
  const media = createForeignMedia({
    origins: { cdn: { url: cdn.url, allowPrivate: true } },
    folder,
    mostBytes: { image: 100 * KIB, video: MIB },
    now: () => clock,
    ...options,
  });
  opened.push(media);
  return media;
}

const bytesOf = async (media: ForeignMedia, path: string) =>
  buffer((await (await media.fetch('cdn', path)).open()) as Readable);
const problem = (name: string, text: string | RegExp = '') =>
  expect.objectContaining({ problem: name, message: expect.stringMatching(text) });
const minutes = (count: number) => {
  clock += count * 60_000;
};

test('what is fetched: nothing of us goes there but our name', async () => {
  cdn.files.set('/x', await image('gif'));
  await open().fetch('cdn', 'x');
  expect(cdn.asked[0]?.headers).toEqual({
    accept: 'image/*, video/*',
    'accept-encoding': 'identity',
    connection: 'keep-alive',
    host: cdn.url.host,
    'user-agent': 'studio-site media',
  });
});

describe('what is not kept', () => {
  test('a file whose entry finds no room on our disk: that is no failure of its origin', async () => {
    cdn.files.set('/x', await image('gif'));
    const full = Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(() => {
      throw full;
    });
    const media = open();
    await expect(media.fetch('cdn', 'x')).rejects.toMatchObject({ code: 'storage.full', status: 507 });
    prepare.mockRestore();
    expect((await bytesOf(media, 'x')).length).toBeGreaterThan(0);
  });

  test('half a file, one that does not come in time, and one that drips', async () => {
    const png = await image('png');
    cdn.files.set('/cut', (_req, res) => {
      res.writeHead(200, { 'Content-Length': png.length });
      res.write(png.subarray(0, -5), () => res.destroy());
    });
    cdn.files.set('/silent', () => {});
    cdn.files.set('/stops', (_req, res) => void res.write(png.subarray(0, 20)));
    const drips = new Set<NodeJS.Timeout>();
    cdn.files.set('/drips', (_req, res) => void drips.add(setInterval(() => res.write('G'), 20)));
    const media = open({
      timeoutMs: 100,
      mostBytes: { image: 10 * KIB, video: 10 * KIB },
    });
    await expect(media.fetch('cdn', 'cut')).rejects.toEqual(problem('cut'));
    await expect(media.fetch('cdn', 'silent')).rejects.toEqual(problem('timeout'));
    await expect(media.fetch('cdn', 'stops')).rejects.toEqual(problem('timeout'));
    clock += 31_000;
    await expect(media.fetch('cdn', 'drips')).rejects.toEqual(problem('timeout'));
    for (const each of drips) clearInterval(each);
    const bodies = (await readdir(folder)).filter((name) => !name.startsWith('index.sqlite'));
    expect(bodies).toEqual([]);
  });
});

test.each(['localhost', '2130706433', '[::ffff:7f00:1]'])(
  'an origin at %s that is inside and not named as private is not connected to',
  async (host) => {
    cdn.files.set('/x.png', await image('png'));
    const media = open({ origins: { cdn: { url: new URL(`http://${host}:${cdn.url.port}`) } } });
    await expect(media.fetch('cdn', 'x.png')).rejects.toEqual(
      problem('privateAddress', 'not a public address'),
    );
    expect(cdn.connections()).toBe(0);
  },
);

test('what has grown old is given all the same when its origin is away, or answers with something else', async () => {
  const png = await image('png');
  cdn.files.set('/x', png);
  const media = open();
  await media.fetch('cdn', 'x');
  cdn.files.set('/x', Buffer.from('<h1>We moved</h1>'));
  minutes(61);
  expect(await bytesOf(media, 'x')).toEqual(png);
  await cdn.close();
  minutes(1);
  expect(await bytesOf(media, 'x')).toEqual(png);
});

test.each([
  ['notNamed', 'https://elsewhere.example/a.png', 'not below a configured media origin \\(cdn\\)'],
  ['badAddress', 'file:///etc/passwd', 'is not an http'],
  ['badAddress', 'CDN/x/%2e%2E/a.png', 'segments'],
  ['badAddress', 'CDN\\..\\a.png', 'segments'],
  ['badAddress', 'CDN/a%252fb.png', 'not the plain path'],
  ['badAddress', 'USER/a.png', 'user name'],
])('by address: %s: %s', async (name, text, words) => {
  const media = open();
  const address = text.replace('CDN', cdn.url.origin).replace('USER', `http://me:secret@${cdn.url.host}`);
  await expect(media.fetchUrl(address)).rejects.toEqual(problem(name, new RegExp(words)));
  expect(cdn.connections()).toBe(0);
});
