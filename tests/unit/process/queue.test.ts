import { expect, test } from 'vitest';
import { createQueue } from '../../../server/process/work.ts';

/** A queue whose tasks end when the test resolves them. */
function open(options: Parameters<typeof createQueue>[0]) {
  const queue = createQueue(options);
  const started: number[] = [];
  const gates: PromiseWithResolvers<number>[] = [];
  const run = (number: number, signal?: AbortSignal) =>
    queue(() => {
      started.push(number);
      gates[number] = Promise.withResolvers();
      return gates[number].promise;
    }, signal);
  return { run, started, gates };
}

test('so many tasks run at once, in order, and a place is handed on also after a failure', async () => {
  const { run, started, gates } = open({ atOnce: 2 });
  const settled = Promise.allSettled([0, 1, 2].map((number) => run(number)));
  expect(started).toEqual([0, 1]);
  gates[0]?.reject(new Error('broken'));
  await expect.poll(() => started).toEqual([0, 1, 2]);
  // Both places are in use, so a new task waits: the place was passed on, not freed.
  const late = run(3);
  expect(started).toEqual([0, 1, 2]);
  gates[1]?.resolve(1);
  await expect.poll(() => started).toEqual([0, 1, 2, 3]);
  gates[2]?.resolve(2);
  gates[3]?.resolve(3);
  expect(await late).toBe(3);
  expect((await settled).map((each) => each.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});
