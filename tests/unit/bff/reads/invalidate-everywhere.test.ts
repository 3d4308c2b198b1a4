import { describe, expect, it, vi } from 'vitest';
import { openInvalidation } from '../../../../server/bff/reads/invalidate-everywhere.ts';
import { noSignals, type Signals } from '../../../../server/database/signals.ts';
import { countsInMemory } from '../../../../server/database/site/counts.ts';

/** Signals that are published one at a time, and may fail. */
function heldSignals() {
  const listeners = new Map<string, (value: string) => void>();
  const published: { kind: string; taken(): void; failed(): void }[] = [];
  const signals: Signals = {
    publish: (kind) =>
      new Promise((resolve, reject) => {
        published.push({ kind, taken: resolve, failed: () => reject(new Error('away')) });
      }),
    on(kind, listener) {
      listeners.set(kind, listener);
      return () => void listeners.delete(kind);
    },
    onGap(listener) {
      listeners.set('gap', listener);
      return () => void listeners.delete('gap');
    },
  };
  return { signals, published, hear: (kind: string) => listeners.get(kind)?.('') };
}

async function begin(signals: Signals, here = () => {}, counts = countsInMemory()) {
  const forgetting = await openInvalidation(signals, counts, 1);
  forgetting.by(here);
  return forgetting;
}

describe('openForgetting', () => {
  it('tells again what the database did not take, and stops when it closes', async () => {
    const here = vi.fn();
    const { signals, published } = heldSignals();
    const { forget, close } = await begin(signals, here);
    forget();
    published[0]?.failed();
    await expect.poll(() => published).toHaveLength(2);
    const closing = close();
    published[1]?.failed();
    await closing;
    expect(published).toHaveLength(2);
    expect(here).toHaveBeenCalledTimes(1);
  });

  it('is remembered: what a process that starts later has on its disk is not given when it is older', async () => {
    let time = 5_000_000;
    const counts = countsInMemory(() => time);
    const first = await begin(noSignals, () => {}, counts);
    expect(first.notBefore).toBe(0);
    first.forget();
    await first.close();
    time = 9_000_000;
    // One minute is allowed for the difference between two clocks.
    expect((await begin(noSignals, () => {}, counts)).notBefore).toBe(5_060_000);
  });
});
