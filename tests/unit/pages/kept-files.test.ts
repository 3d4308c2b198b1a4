import { describe, expect, it } from 'vitest';
import { memoizeFor } from '../../../server/pages/machine-files/memoize-for.ts';

describe('a value that is kept for a while', () => {
  const late = () => new Error('late');

  /** Memoizes a value that the test resolves, with the test's clock. */
  function keep(times: Partial<Parameters<typeof memoizeFor<number, []>>[0]> = {}) {
    let clock = 0;
    let generation = 0;
    const made: { resolve(value: number): void; reject(error: Error): void }[] = [];
    const get = memoizeFor(
      {
        ...{ freshMs: 10, staleMs: 60, waitMs: 60_000, firstMs: 60_000, late, now: () => clock },
        generation: () => generation,
        ...times,
      },
      () => new Promise<number>((resolve, reject) => made.push({ resolve, reject })),
    );
    const write = () => {
      generation += 1;
    };
    return { get, made, write, at: (moment: number) => (clock = moment) };
  }

  it('is made once for all who ask at the same time, and is the same while it is fresh', async () => {
    const { get, made, at } = keep();
    const asked = [get(), get(), get()];
    made[0]?.resolve(1);
    expect(await Promise.all(asked)).toEqual([1, 1, 1]);
    at(9);
    expect(await get()).toBe(1);
    expect(made).toHaveLength(1);
  });

  it('is given when it is a little old, while one new one is made', async () => {
    const { get, made, at } = keep();
    const first = get();
    made[0]?.resolve(1);
    await first;
    at(10);
    expect([await get(), await get()]).toEqual([1, 1]);
    expect(made).toHaveLength(2);
    made[1]?.resolve(2);
    await expect.poll(get).toBe(2);
  });

  it('is waited for when it is old, and given all the same when the new one takes too long or fails', async () => {
    const { get, made, at } = keep();
    const first = get();
    made[0]?.resolve(1);
    await first;
    at(70);
    const waiting = get();
    made[1]?.resolve(2);
    expect(await waiting).toBe(2);
    at(200);
    const failing = get();
    made[2]?.reject(new Error('down'));
    expect(await failing).toBe(2);
    at(205);
    // After a failure the host is not called again at once.
    expect(await get()).toBe(2);
    expect(made).toHaveLength(3);
    const impatient = keep({ waitMs: 1 });
    const one = impatient.get();
    impatient.made[0]?.resolve(1);
    await one;
    impatient.at(70);
    expect(await impatient.get()).toBe(1);
  });

  it('is not kept when it could not be made', async () => {
    const { get, made } = keep();
    const failed = get();
    made[0]?.reject(new Error('down'));
    await expect(failed).rejects.toThrow('down');
    const again = get();
    made[1]?.resolve(2);
    expect(await again).toBe(2);
  });

  it('is not given after a write, also when it was being made meanwhile', async () => {
    const { get, made, write } = keep();
    const first = get();
    made[0]?.resolve(1);
    await first;
    write();
    const second = get();
    write();
    const third = get();
    made[1]?.resolve(2);
    // A caller from before the write may get the value of that time.
    expect(await second).toBe(2);
    made[2]?.resolve(3);
    expect([await third, await get()]).toEqual([3, 3]);
    expect(made).toHaveLength(3);
  });

  it('is not given after its end, however young it is', async () => {
    const { get, made, at } = keep({ endOf: () => 5 });
    const first = get();
    made[0]?.resolve(1);
    await first;
    at(4);
    expect(await get()).toBe(1);
    at(5);
    const second = get();
    made[1]?.resolve(2);
    expect(await second).toBe(2);
  });

  it('goes on being made for those who come after one who waited in vain', async () => {
    const { get, made } = keep({ firstMs: 1 });
    await expect(get()).rejects.toThrow('late');
    made[0]?.resolve(1);
    await expect.poll(get).toBe(1);
    expect(made).toHaveLength(1);
  });
});
