import { describe, expect, test } from 'vitest';
import { createQueue } from '../../server/queue.ts';

/** A queue whose tasks end when the test resolves them. */
function open(options: Parameters<typeof createQueue>[0]) {
  const queue = createQueue(options);
  const started: number[] = [];
  const gates: PromiseWithResolvers<number>[] = [];
  const run = (number: number, signal?: AbortSignal) =>
    queue(() => {
      started.push(number);
      const gate = Promise.withResolvers<number>();
      gates.push(gate);
      return gate.promise;
    }, signal);
  return { run, started, gates };
}

describe('the queue', () => {
  test('runs so many at once, in order, and hands a place on also after a failure', async () => {
    const { run, started, gates } = open({ atOnce: 2 });
    const settled = Promise.allSettled([0, 1, 2, 3].map((number) => run(number)));
    expect(started).toEqual([0, 1]);
    gates[0]?.reject(new Error('broken'));
    await expect.poll(() => started).toEqual([0, 1, 2]);
    // Both places are in use, so a new task waits: the place was passed on, not freed.
    const late = run(4);
    expect(started).toEqual([0, 1, 2]);
    gates[1]?.resolve(1);
    await expect.poll(() => started).toEqual([0, 1, 2, 3]);
    gates[2]?.resolve(2);
    await expect.poll(() => started).toEqual([0, 1, 2, 3, 4]);
    gates[3]?.resolve(3);
    gates[4]?.resolve(4);
    expect(await late).toBe(4);
    expect((await settled).map((each) => each.status)).toEqual([
      'rejected',
      ...['fulfilled', 'fulfilled', 'fulfilled'],
    ]);
  });

  test('refuses the task that finds all places to wait taken, by default with 503 and Retry-After', async () => {
    const { run, started } = open({ atOnce: 1, waiting: 1 });
    void run(1);
    void run(2);
    await expect(run(3)).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '10' } });
    const words = open({ atOnce: 1, waiting: 0, full: () => new Error('full') });
    void words.run(1);
    await expect(words.run(2)).rejects.toThrow('full');
    expect(started).toEqual([1]);
  });

  test('never begins a task whose signal has fired, and gives its place to another', async () => {
    const { run, started, gates } = open({ atOnce: 1, waiting: 1, dropped: () => new Error('dropped') });
    void run(1);
    const leaving = new AbortController();
    const left = run(2, leaving.signal);
    leaving.abort();
    await expect(left).rejects.toThrow('dropped');
    await expect(run(3, leaving.signal)).rejects.toThrow('dropped');
    const next = run(4);
    gates[0]?.resolve(1);
    await expect.poll(() => started).toEqual([1, 4]);
    gates[1]?.resolve(4);
    expect(await next).toBe(4);
  });
});
