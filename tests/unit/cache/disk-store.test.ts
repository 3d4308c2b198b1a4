import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AnswerCache, type Made } from '../../../server/cache/answer-cache.ts';
import { DiskStore } from '../../../server/cache/disk-store.ts';
import { bytesOf, type ReadyAnswer, readyAnswer } from '../../../server/http/ready-answer.ts';
import { fillDisk } from '../../support/full-disk.ts';
import { folderForEach } from '../../support/temp-folder.ts';

const hourMs = 60 * 60_000;

interface Value {
  prepared: ReadyAnswer;
}

let folder: string;
/** The monotonic clock of this process, and the wall clock. */
let now: number;
let today: number;
let store: DiskStore;
let cache: AnswerCache<Value>;
let host: () => Promise<Made<Value>>;

folderForEach((made) => (folder = join(made, 'kept')));
beforeEach(async () => {
  now = 5_000;
  today = Date.UTC(2026, 10, 22);
  await begin();
});
afterEach(() => store.close());

function says(text: string, more: Partial<Made<Value>> = {}) {
  const prepared = readyAnswer(Buffer.from(text), { type: 'text/plain', cacheControl: 'no-cache' });
  host = async () => ({ value: { prepared }, keep: 'store', bytes: bytesOf(prepared), ...more });
}

const isDead = () => {
  host = () => Promise.reject(new Error('refused'));
};

/** Starts a process with a new monotonic clock, in front of a dead host. */
async function begin(options: Partial<ConstructorParameters<typeof DiskStore>[0]> = {}) {
  now = 1_000 + Math.floor(now / 7);
  const clocks = { now: () => now, today: () => today };
  store = new DiskStore({ folder, madeOf: 'this build', ...clocks, ...options });
  cache = new AnswerCache<Value>({
    maxBytes: 1_000_000,
    disk: { stored: store.namespace('pages'), toValue: (prepared) => ({ prepared }) },
    isGone: (error) => (error as Error).message === 'gone',
    ...clocks,
  });
  isDead();
}

async function get(key = '/a', isRare = false) {
  const found = await cache.get(key, () => host(), { isRare }).catch(() => undefined);
  return found && [found.state, found.value.prepared.bodies.identity.toString(), found.ageMs];
}

/** Advances both clocks. */
function later(ms: number) {
  now += ms;
  today += ms;
}

async function restart() {
  await store.close();
  await begin();
}

describe('after a restart in front of a dead host', () => {
  test('an answer is given with the age that it has, for a day', async () => {
    says('one');
    await get();
    later(10_000);
    await restart();
    later(2 * hourMs);
    expect(await get()).toEqual(['stale', 'one', 2 * hourMs + 10_000]);
    later(22 * hourMs - 10_000);
    expect(await get()).toEqual(['stale', 'one', 24 * hourMs]);
    later(1);
    expect(await get()).toBeUndefined();
    await restart();
    expect(await get()).toBeUndefined();
  });

  test('what was read before others may have changed it is not given, and what was read since is', async () => {
    says('old');
    await get('/old');
    later(1_000);
    const changed = today;
    says('new');
    await get('/new');
    await store.close();
    await begin({ notBefore: changed });
    expect(await get('/new')).toEqual(['stale', 'new', 0]);
    expect(await get('/old')).toBeUndefined();
  });

  test.each([
    ['it is gone', 'remove' as const],
    ['it is for one visitor alone', 'pass' as const],
  ])(
    'nothing is given once the host has said that %s, even to a process that was killed',
    async (_name, keep) => {
      says('one');
      await get();
      later(2 * 60_000);
      says('gone', { keep });
      await get();
      // The process is killed: nothing is closed.
      await begin();
      expect(await get()).toBeUndefined();
    },
  );

  test('nothing is given that is over', async () => {
    says('one', { endsAt: today + hourMs });
    await get();
    await restart();
    expect(await get()).toBeDefined();
    await restart();
    later(hourMs);
    expect(await get()).toBeUndefined();
  });

  test('nothing is given that was made of something else', async () => {
    says('one');
    await get();
    await store.close();
    await begin({ madeOf: 'another build' });
    expect(await get()).toBeUndefined();
    await restart();
    expect(await get()).toBeUndefined();
  });
});

describe('after everything was forgotten', () => {
  test('nothing is given, even to a process that was killed at once', async () => {
    says('one');
    await get();
    cache.purge();
    await begin();
    expect(await get()).toBeUndefined();
  });

  test('nothing is given to a process that is killed between a change and its end', async () => {
    says('one');
    await get();
    store.hold();
    // Meanwhile other requests read answers that are about to be invalidated.
    await get('/b');
    await begin();
    expect([await get(), await get('/b')]).toEqual([undefined, undefined]);
  });
});

test('a change that could not be sent leaves all as it was', async () => {
  says('one');
  await get();
  store.hold()(true);
  await begin();
  expect(await get()).toEqual(['stale', 'one', expect.any(Number)]);
});

test.each([
  ['damaged', 'x'.repeat(8_192)],
  ['no database', ''],
])('a file that is %s stores anew, and fails nobody', async (_name, bytes) => {
  says('one');
  await get();
  store.close();
  const [name = ''] = await readdir(folder);
  await writeFile(join(folder, name), bytes);
  await begin();
  expect(await get()).toBeUndefined();
  says('two');
  await get();
  await restart();
  expect(await get()).toEqual(['stale', 'two', expect.any(Number)]);
});

test('a folder that cannot be written fails nobody', async () => {
  store.close();
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file in its place');
  await begin();
  says('one');
  expect(await get()).toEqual(['miss', 'one', 0]);
  cache.purge();
  store.hold()();
});

test('the oldest go when there are too many', async () => {
  says('one');
  for (let at = 0; at < 2_100; at += 1) {
    later(1);
    await get(`/${at}`);
  }
  await begin();
  expect([await get('/99'), await get('/100')]).toEqual([undefined, expect.anything()]);
});

test('after a removal that the disk refused nothing is given, and from the next start on answers are stored again', async () => {
  says('one');
  await get('/a');
  const disk = fillDisk(0);
  store.namespace('pages').remove('/z');
  disk.free();
  await begin();
  expect(await get('/a')).toBeUndefined();
  says('one');
  await get('/b');
  await begin();
  expect((await get('/b'))?.[1]).toBe('one');
});
