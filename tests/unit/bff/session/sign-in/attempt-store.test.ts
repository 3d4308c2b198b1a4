import { beforeEach, describe, expect, it } from 'vitest';
import { createAttemptStore } from '../../../../../server/bff/session/sign-in/attempt-store.ts';

const windowMs = 600_000;
let time: number;
const store = (maxKeys = 100) => createAttemptStore({ limit: 3, windowMs, maxKeys, now: () => time });

beforeEach(() => {
  time = 1_000_000;
});

describe('createAttemptStore', () => {
  it('counts to the limit and one past it, key by key', () => {
    const tries = store();
    expect([1, 2, 3, 4, 5].map(() => tries.increment('a').totalHits)).toEqual([1, 2, 3, 4, 4]);
    expect(tries.increment('b').totalHits).toBe(1);
  });

  it('the wait begins with the last counted try, and refused tries do not prolong it', () => {
    const tries = store();
    tries.increment('a');
    tries.increment('a');
    time += 599_000;
    tries.increment('a');
    const until = time + windowMs;
    time += 300_000;
    expect(tries.increment('a')).toEqual({ totalHits: 4, resetTime: new Date(until) });
    time = until - 1;
    expect(tries.increment('a').totalHits).toBe(4);
    time = until;
    expect(tries.increment('a').totalHits).toBe(1);
  });

  it('gives a forgiven try back, and never more than were counted', () => {
    const tries = store();
    for (let count = 0; count < 3; count += 1) tries.increment('a');
    tries.increment('a');
    tries.decrement('a');
    expect(tries.increment('a').totalHits).toBe(3);
    tries.decrement('never seen');
    for (let count = 0; count < 9; count += 1) tries.decrement('a');
    expect(tries.increment('a').totalHits).toBe(1);
  });

  it('begins anew after a reset', () => {
    const tries = store();
    for (let count = 0; count < 4; count += 1) tries.increment('a');
    tries.resetKey('a');
    expect(tries.increment('a').totalHits).toBe(1);
  });

  it('remembers so many keys and no more: the longest unused goes first', () => {
    const tries = store(50);
    tries.increment('first');
    for (let count = 0; count < 49; count += 1) tries.increment(`flood ${count}`);
    expect(tries.increment('first').totalHits).toBe(2);
    for (let count = 0; count < 50; count += 1) tries.increment(`more ${count}`);
    expect(tries.increment('first').totalHits).toBe(1);
  });
});
