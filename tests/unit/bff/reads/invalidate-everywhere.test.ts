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

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('openForgetting', () => {
  it('forgets here before it returns, and tells the others at once', async () => {
    const here = vi.fn();
    const { signals, published } = heldSignals();
    (await begin(signals, here)).forget();
    expect(here).toHaveBeenCalledTimes(1);
    expect(published.map(({ kind }) => kind)).toEqual(['purge']);
  });

  it('does what others say, and what may have got lost, without telling it again, and what was said before it could', async () => {
    const here = vi.fn();
    const { signals, published, hear } = heldSignals();
    const { by } = await openInvalidation(signals, countsInMemory());
    hear('purge');
    by(here);
    expect(here).toHaveBeenCalledTimes(1);
    hear('purge');
    hear('gap');
    expect(here).toHaveBeenCalledTimes(3);
    expect(published).toEqual([]);
  });

  it('what is forgotten while the others are being told is told once more, however often it was', async () => {
    const { signals, published } = heldSignals();
    const { forget } = await begin(signals);
    for (let count = 0; count < 5; count += 1) forget();
    expect(published).toHaveLength(1);
    published[0]?.taken();
    await settled();
    expect(published).toHaveLength(2);
    published[1]?.taken();
    await settled();
    expect(published).toHaveLength(2);
    forget();
    expect(published).toHaveLength(3);
  });

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

  it('is no more than forgetting where there is one process', async () => {
    const here = vi.fn();
    const { forget, close } = await begin(noSignals, here);
    forget();
    await close();
    expect(here).toHaveBeenCalledTimes(1);
  });
});
