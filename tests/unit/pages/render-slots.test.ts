import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRenderSlots, type TakeSlot } from '../../../server/pages/render-slots.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const options = { atOnce: 2, waitMs: 2_000, turnMs: 500 };
const staying = () => new AbortController().signal;

/** Requests this many slots; each entry is undefined until it is decided, then the slot or 'none'. */
function takeMany(take: TakeSlot, count: number) {
  const taken: ((() => void) | 'none' | undefined)[] = Array.from({ length: count });
  for (const index of taken.keys()) {
    void take(staying()).then((slot) => {
      taken[index] = slot ?? 'none';
    });
  }
  return taken;
}

test('a visitor who leaves the queue takes nobody’s turn', async () => {
  const take = createRenderSlots({ ...options, turnMs: 60_000 }).take;
  const held = takeMany(take, 2);
  const visitor = new AbortController();
  const gone = take(visitor.signal);
  const patient = take(staying());
  await vi.advanceTimersByTimeAsync(0);
  visitor.abort();
  expect(await gone).toBeUndefined();
  (held[0] as () => void)();
  expect(await patient).toBeTypeOf('function');
});
