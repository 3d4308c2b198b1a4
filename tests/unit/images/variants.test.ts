import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../../server/errors.ts';
import { ConversionError } from '../../../server/image-files/conversion-error.ts';
import { createImageStore } from '../../../server/images/store.ts';
import { createVariants } from '../../../server/images/variants.ts';

const path = '/storage/a.png';
const res = {} as Response;
const minute = 60_000;
const day = 24 * 60 * minute;
const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);
const changed = Buffer.concat([picture, Buffer.from('!')]);

let folder: string;
/** The host's answer, and the headers of the calls to it. */
let host: { status: number; headers: Record<string, string>; body: Buffer; error?: Error };
let asked: (Record<string, string> | undefined)[];
let converted: number;
let convert: () => Promise<void>;
const placeholders = new LRUCache<string, string>({ max: 10 });

const start = () =>
  createVariants({
    fetchSource: async (_, { conditions }) => {
      asked.push(conditions);
      if (host.error) throw host.error;
      const status = conditions?.['if-none-match'] === host.headers.etag && conditions ? 304 : host.status;
      return { status, headers: host.headers, body: Readable.from(status === 200 ? [host.body] : []) };
    },
    converter: {
      convert: async (source, width) => {
        converted += 1;
        await convert();
        return { body: source, type: 'image/webp', width, height: 1, placeholder: 'data:x' };
      },
    },
    store: createImageStore(folder, 100_000),
    placeholders,
  });

const get = (
  variants: ReturnType<typeof start>,
  width: 160 | 320 = 320,
  signal = new AbortController().signal,
) => variants.get(path, width, { res, signal });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  folder = await mkdtemp(join(tmpdir(), 'studio-variants-'));
  host = {
    status: 200,
    headers: { etag: '"1"', 'cache-control': 'public, max-age=31536000' },
    body: picture,
  };
  asked = [];
  converted = 0;
  convert = async () => {};
  placeholders.clear();
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('the host is asked once a minute, for all widths together, with its own mark', async () => {
  const variants = start();
  await get(variants);
  await get(variants);
  await get(variants, 160);
  expect(asked).toEqual([undefined, undefined]);
  vi.advanceTimersByTime(minute + 1);
  await get(variants);
  await get(variants, 160);
  expect(asked.slice(2)).toEqual([{ 'if-none-match': '"1"' }]);
  expect(converted).toBe(2);
  expect(placeholders.get(path)).toBe('data:x');
});

test('after a restart the host is asked before anything is shown, and nothing is made again', async () => {
  await get(start());
  await get(start());
  expect(asked).toEqual([undefined, { 'if-none-match': '"1"' }]);
  expect(converted).toBe(1);
});

test.each([401, 403, 404, 410])('%i ends every width within the minute', async (status) => {
  const variants = start();
  await get(variants);
  await get(variants, 160);
  host = { status, headers: {}, body: picture };
  vi.advanceTimersByTime(minute + 1);
  expect(await failure(get(variants))).toMatchObject({ status });
  expect(await failure(get(variants, 160))).toMatchObject({ status });
  expect(placeholders.size).toBe(0);
  host = { status: 500, headers: {}, body: picture, error: new AppError('upstream.failed', 502) };
  expect(await failure(get(variants))).toMatchObject({ status: 502 });
});

test('a new file at the same address is a new picture, the same one under another mark is not', async () => {
  const variants = start();
  await get(variants);
  host.headers = { etag: '"2"' };
  vi.advanceTimersByTime(minute + 1);
  await get(variants);
  expect(converted).toBe(1);
  host = { ...host, headers: { etag: '"3"' }, body: changed };
  vi.advanceTimersByTime(minute + 1);
  expect((await get(variants)).body.equals(changed)).toBe(true);
});

test('stands in for a host that fails, for a day', async () => {
  const variants = start();
  await get(variants);
  host.error = new AppError('upstream.unreachable', 502);
  vi.advanceTimersByTime(day - 1);
  expect((await get(variants)).width).toBe(320);
  vi.advanceTimersByTime(2);
  expect(await failure(get(variants))).toMatchObject({ status: 502 });
});

describe('the cache rule of the host', () => {
  test.each(['no-cache', 'private'])('%s: asked each time, and no stand-in', async (rule) => {
    host.headers['cache-control'] = rule;
    const variants = start();
    await get(variants);
    await get(variants);
    expect(asked).toHaveLength(2);
    expect(converted).toBe(1);
    host.error = new AppError('upstream.unreachable', 502);
    expect(await failure(get(variants))).toMatchObject({ status: 502 });
  });

  test('no-store: not kept', async () => {
    host.headers['cache-control'] = 'no-store';
    const variants = start();
    await get(variants);
    await get(variants);
    expect(converted).toBe(2);
  });
});

test('what could not be made is not tried again for ten minutes, but for what was only busy', async () => {
  const variants = start();
  convert = () => Promise.reject(new ConversionError('busy'));
  expect(await failure(get(variants))).toMatchObject({ problem: 'busy' });
  convert = () => Promise.reject(new ConversionError('broken'));
  expect(await failure(get(variants))).toMatchObject({ problem: 'broken' });
  expect(await failure(get(variants, 160))).toMatchObject({ problem: 'broken' });
  expect(converted).toBe(2);
});

test('a picture that is asked for again and again is tried again after ten minutes, too', async () => {
  const variants = start();
  convert = () => Promise.reject(new ConversionError('broken'));
  for (let minutes = 0; minutes <= 12; minutes += 6) {
    expect(await failure(get(variants))).toMatchObject({ problem: 'broken' });
    vi.advanceTimersByTime(6 * minute);
  }
  expect(converted).toBe(2);
});

test('a picture that nobody waits for any more is given up, and made anew for the next', async () => {
  const variants = start();
  const { promise, resolve } = Promise.withResolvers<void>();
  convert = () => promise;
  const leaving = new AbortController();
  const left = failure(get(variants, 320, leaving.signal));
  await vi.waitUntil(() => converted === 1);
  leaving.abort();
  expect(await left).toBe(leaving.signal.reason);
  const next = get(variants);
  await vi.waitUntil(() => converted === 2);
  resolve();
  expect((await next).width).toBe(320);
});

test('asked for twice at once it is made once, and goes on while one of the two waits', async () => {
  const variants = start();
  const { promise, resolve } = Promise.withResolvers<void>();
  convert = () => promise;
  const leaving = new AbortController();
  const both = [get(variants, 320, leaving.signal), get(variants)];
  await vi.waitUntil(() => converted === 1);
  leaving.abort();
  resolve();
  const [left, stayed] = await Promise.allSettled(both);
  expect(left).toEqual({ status: 'rejected', reason: leaving.signal.reason });
  expect(stayed).toMatchObject({ status: 'fulfilled', value: { width: 320 } });
  expect(converted).toBe(1);
  expect(asked).toHaveLength(1);
});
