import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AttemptStore,
  createAttemptStore,
} from '../../../../../server/bff/session/sign-in/attempt-store.ts';
import { countsInMemory } from '../../../../../server/database/site/counts.ts';

const windowMs = 600_000;
let time: number;
const store = (maxKeys = 100) =>
  createAttemptStore({ counts: countsInMemory(() => time), kind: 'test', limit: 3, windowMs, maxKeys });

beforeEach(() => {
  time = 1_000_000;
});

/** How often so many attempts were counted. */
async function counted(tries: AttemptStore, key: string, count = 1): Promise<number> {
  let taken = 0;
  for (let each = 0; each < count; each += 1) if ('at' in (await tries.count(key))) taken += 1;
  return taken;
}

describe('createAttemptStore', () => {
  it('counts to the limit and no further, key by key', async () => {
    const tries = store();
    expect(await counted(tries, 'a', 5)).toBe(3);
    expect(await tries.count('a')).toEqual({ waitMs: windowMs });
    expect(await counted(tries, 'b')).toBe(1);
  });

  it('the wait begins with the last counted try, and refused tries do not prolong it', async () => {
    const tries = store();
    await counted(tries, 'a', 2);
    time += 599_000;
    await counted(tries, 'a');
    const until = time + windowMs;
    time += 300_000;
    expect(await tries.count('a')).toEqual({ waitMs: until - time });
    time = until - 1;
    expect(await tries.count('a')).toEqual({ waitMs: 1 });
    time = until;
    expect(await counted(tries, 'a', 4)).toBe(3);
  });

  it('gives a forgiven try back, and none that was not counted', async () => {
    const tries = store();
    await counted(tries, 'a', 2);
    time += 1;
    await tries.count('a');
    await tries.forgive('a', time);
    expect(await counted(tries, 'a', 4)).toBe(1);
    await tries.forgive('never seen', time);
    for (let each = 0; each < 9; each += 1) await tries.forgive('a', time + 5);
    expect(await counted(tries, 'a')).toBe(0);
  });

  it('a try that is forgiven does not shorten the wait for those that are not', async () => {
    const tries = store();
    await tries.count('a');
    time += 1_000;
    await tries.count('a');
    await tries.forgive('a', time);
    await counted(tries, 'a', 2);
    time += windowMs - 1;
    expect(await counted(tries, 'a')).toBe(0);
  });

  it('begins anew after a reset', async () => {
    const tries = store();
    await counted(tries, 'a', 4);
    await tries.forget('a');
    expect(await counted(tries, 'a', 4)).toBe(3);
  });

  it('remembers so many keys and no more: the longest unused goes first', async () => {
    const tries = store(50);
    await counted(tries, 'first', 3);
    for (let each = 0; each < 49; each += 1) await tries.count(`flood ${each}`);
    expect(await counted(tries, 'first')).toBe(0);
    for (let each = 0; each < 50; each += 1) await tries.count(`more ${each}`);
    expect(await counted(tries, 'first', 3)).toBe(3);
  });
});
