import { beforeEach, expect, it } from 'vitest';
import { memoizeFor } from '../../../server/pages/machine-files/memoize-for.ts';

let clock: number;
let generation: number;
/** Values that the test makes or fails to make, the newest last. */
let made: PromiseWithResolvers<number>[];
let get: () => Promise<number>;

/** Memoizes a value, with the test's clock. */
const keep = (times: object = {}) => {
  get = memoizeFor<number, []>(
    {
      ...{
        freshMs: 10,
        staleMs: 60,
        waitMs: 60_000,
        firstMs: 60_000,
        late: () => new Error('late'),
        now: () => clock,
      },
      generation: () => generation,
      ...times,
    },
    () => {
      made.push(Promise.withResolvers());
      return made.at(-1)?.promise ?? Promise.reject();
    },
  );
};
/** Asks, and lets the value that is being made for it be this one. */
const make = (value: number) => {
  const asked = get();
  made.at(-1)?.resolve(value);
  return asked;
};
beforeEach(() => {
  [clock, generation, made] = [0, 0, []];
  keep();
});

it('a value is made once for all who ask, is the same while it is fresh, and is given when it is a little old, while one new one is made', async () => {
  expect(await Promise.all([get(), get(), make(1)])).toEqual([1, 1, 1]);
  clock = 9;
  expect([await get(), made.length]).toEqual([1, 1]);
  clock = 10;
  expect([await get(), await get(), made.length]).toEqual([1, 1, 2]);
  made[1]?.resolve(2);
  await expect.poll(get).toBe(2);
});

it('an old one is waited for, and given all the same when the new one fails or takes too long', async () => {
  keep({ waitMs: 1 });
  await make(1);
  clock = 70;
  expect(await make(2)).toBe(2);
  clock = 200;
  const failing = get();
  made[2]?.reject(new Error('down'));
  expect(await failing).toBe(2);
  clock = 205;
  // After a failure the host is not called again at once.
  expect([await get(), made.length]).toEqual([2, 3]);
  clock = 400;
  expect(await get()).toBe(2);
});

it('it is not given after a write, also when it was being made meanwhile, nor after its end', async () => {
  await make(1);
  generation += 1;
  const before = get();
  generation += 1;
  const after = get();
  made[2]?.resolve(3);
  expect(await after).toBe(3);
  made[1]?.resolve(2);
  // A caller from before the write may get the value of that time, and nobody else.
  expect([await before, await get(), made.length]).toEqual([2, 3, 3]);
  keep({ endOf: () => 5 });
  await make(4);
  clock = 4;
  expect(await get()).toBe(4);
  clock = 5;
  expect(await make(5)).toBe(5);
});
