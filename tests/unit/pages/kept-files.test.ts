import { describe, expect, it } from 'vitest';
import { keepFor } from '../../../server/pages/machine-files/keep-for.ts';
import { createSlots } from '../../../server/pages/share-images/slots.ts';

describe('a value that is kept for a while', () => {
  it('is made once for all who ask at the same time, and again when its time is over', async () => {
    let clock = 0;
    let made = 0;
    const get = keepFor(
      1000,
      async () => {
        made += 1;
        return made;
      },
      () => clock,
    );
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
    clock = 999;
    expect(await get()).toBe(1);
    clock = 1000;
    expect(await get()).toBe(2);
  });

  it('is not kept when it could not be made', async () => {
    let tries = 0;
    const get = keepFor(1000, async () => {
      tries += 1;
      if (tries === 1) throw new Error('down');
      return 'up';
    });
    await expect(get()).rejects.toThrow('down');
    expect(await get()).toBe('up');
  });
});

describe('slots', () => {
  it('run few at a time, in turn, and refuse who would wait too long', async () => {
    const inSlot = createSlots(2, 1);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const task = (number: number) =>
      inSlot(() => {
        started.push(number);
        return new Promise<number>((end) => ends.push(() => end(number)));
      });
    const tasks = [task(1), task(2), task(3)];
    await expect(task(4)).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '10' } });
    expect(started).toEqual([1, 2]);
    ends[0]?.();
    await tasks[0];
    await expect.poll(() => started).toEqual([1, 2, 3]);
    ends[1]?.();
    ends[2]?.();
    expect(await Promise.all(tasks)).toEqual([1, 2, 3]);
  });

  it('are free again after a task that failed', async () => {
    const inSlot = createSlots(1, 0);
    await expect(inSlot(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await inSlot(async () => 'yes')).toBe('yes');
  });
});
