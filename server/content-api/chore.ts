import { setImmediate } from 'node:timers/promises';

/** Numbers of what was removed, by kind. */
type Removed = Record<string, number>;

/** Daily work that may run again at any time. `run` returns how much it removed, by kind. */
export interface Chore {
  name: string;
  run(now: Date): Promise<Removed>;
}

export const dayMs = 86_400_000;

/**
 * Repeats a removal of at most `batch` things, which takes a few milliseconds, until there are no more; other calls run
 * in between. `remove` returns first the number of the things.
 */
export async function inBatches(batch: number, remove: () => Promise<Removed>) {
  const removed: Removed = {};
  for (;;) {
    const gone = await remove();
    for (const [kind, count] of Object.entries(gone)) removed[kind] = (removed[kind] ?? 0) + count;
    if ((Object.values(gone)[0] ?? 0) < batch) return removed;
    await setImmediate();
  }
}
