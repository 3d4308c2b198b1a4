import pino, { type Logger } from 'pino';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Chore } from '../../../server/content-api/chore.ts';
import {
  ownRounds,
  runChores,
  startHousekeeping,
} from '../../../server/content-api/housekeeping/housekeeping.ts';

let lines: Record<string, unknown>[];
let log: Logger;
beforeEach(() => {
  lines = [];
  log = pino({ base: null, level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
});

const removes = (name: string, removed: Record<string, number>): Chore => ({
  name,
  run: async () => removed,
});

describe('a round of chores', () => {
  it('goes on after a chore that failed, and logs why', async () => {
    const broken: Chore = { name: 'broken', run: () => Promise.reject(new Error('disk is away')) };
    await runChores([broken, removes('next', { rows: 1 })], log);
    expect(lines).toMatchObject([
      { level: 50, chore: 'broken', err: { message: 'disk is away' } },
      { level: 30, chore: 'next' },
    ]);
  });
});

describe('housekeeping', () => {
  it('runs at the start, then every day, and never two rounds at once', async () => {
    vi.useFakeTimers();
    try {
      const rounds: (() => void)[] = [];
      let running = 0;
      const slow: Chore = {
        name: 'slow',
        async run() {
          running += 1;
          expect(running).toBe(1);
          await new Promise<void>((resolve) => rounds.push(resolve));
          running -= 1;
          return {};
        },
      };
      const housekeeping = startHousekeeping(ownRounds([slow], log), log);
      const day = 24 * 60 * 60 * 1000;
      expect(rounds).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(3 * day);
      expect(rounds, 'the first round is not over').toHaveLength(1);
      rounds[0]?.();
      await vi.advanceTimersByTimeAsync(day - 1);
      expect(rounds).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(rounds).toHaveLength(2);
      rounds[1]?.();
      await housekeeping.stop();
    } finally {
      vi.useRealTimers();
    }
  });
});
