import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../../server/errors.ts';
import { ConversionError } from '../../../server/image-files/image-files.ts';
import { createImageStore } from '../../../server/images/store.ts';
import { createVariants } from '../../../server/images/variants.ts';
import { folderForEach } from '../../support/temp-folder.ts';

const minute = 60_000;
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)]);
const unreachable = new AppError('upstream.unreachable', 502);

let folder: string;
/** The host's answer, and the marks of the calls to it. */
let host: { status: number; headers: Record<string, string>; body: Buffer; error?: Error };
let asked: (string | undefined)[];
let converted: number;
let convert: () => Promise<void>;
let variants: ReturnType<typeof createVariants>;
const placeholders = new LRUCache<string, string>({ max: 10 });

const start = () => {
  variants = createVariants({
    fetchSource: async (_path, { conditions }) => {
      const mark = conditions?.['if-none-match'];
      asked.push(mark);
      if (host.error) throw host.error;
      const status = mark && mark === host.headers.etag ? 304 : host.status;
      return { status, headers: host.headers, body: Readable.from(status === 200 ? [host.body] : []) };
    },
    converter: {
      convert: async (body, width) => {
        converted += 1;
        await convert();
        return { body, type: 'image/webp', width, height: 1, placeholder: 'data:x' };
      },
    },
    store: createImageStore(folder, 100_000),
    placeholders,
  });
};
/** Returns a picture in a width, or the reason why there is none. */
const get = (width: 160 | 320 = 320, signal = new AbortController().signal) =>
  variants.get('/storage/a.png', width, { res: {} as Response, signal }).catch((error: unknown) => error);
const later = async (ms: number) => {
  vi.advanceTimersByTime(ms);
  return get();
};
/** Begins anew, without any picture. */
const again = async () => {
  await rm(folder, { recursive: true, force: true });
  [asked, converted] = [[], 0];
  start();
};

folderForEach((made) => (folder = made));
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });

  host = { status: 200, headers: { etag: '"1"', 'cache-control': 'public, max-age=31536000' }, body: png };
  [asked, converted, convert] = [[], 0, async () => {}];
  placeholders.clear();
  start();
  await get();
});
afterEach(() => void vi.useRealTimers());

test('the host is asked once a minute, for all widths together, with its own mark; and after a restart before anything is shown', async () => {
  await get();
  await get(160);
  expect(asked).toEqual([undefined, undefined]);
  await later(minute + 1);
  await get(160);
  expect(asked.slice(2)).toEqual(['"1"']);
  start();
  await get();
  expect([asked.slice(3), converted, placeholders.size]).toEqual([['"1"'], 2, 1]);
});

test('404 ends every width within the minute, and nothing stands in afterwards', async () => {
  await get(160);
  host = { status: 404, headers: {}, body: png };
  expect(await later(minute + 1)).toMatchObject({ status: 404 });
  expect([await get(160), placeholders.size]).toMatchObject([{ status: 404 }, 0]);
  host.error = unreachable;
  expect(await get()).toMatchObject({ status: 502 });
});

test('what could not be made is not tried again for ten minutes, but for what was only busy', async () => {
  await again();
  convert = () => Promise.reject(new ConversionError('busy'));
  expect(await get()).toMatchObject({ problem: 'busy' });
  convert = () => Promise.reject(new ConversionError('broken'));
  for (const ms of [0, 6 * minute]) expect(await later(ms)).toMatchObject({ problem: 'broken' });
  expect(converted).toBe(2);
  await later(6 * minute);
  expect(converted).toBe(3);
});

test('a picture that nobody waits for any more is given up, and goes on while one of two waits', async () => {
  const slow = Promise.withResolvers<void>();
  convert = () => slow.promise;
  const leaving = new AbortController();
  const left = get(160, leaving.signal);
  await vi.waitUntil(() => converted === 2);
  leaving.abort();
  expect(await left).toBe(leaving.signal.reason);
  const other = new AbortController();
  const both = [get(160, other.signal), get(160)];
  await vi.waitUntil(() => converted === 3);
  other.abort();
  slow.resolve();
  expect(await Promise.all(both)).toMatchObject([other.signal.reason, { width: 160 }]);
  expect(converted).toBe(3);
});
