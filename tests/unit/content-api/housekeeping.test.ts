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
  it('says what each removed, and says it quietly when that was nothing', async () => {
    await runChores([removes('full', { rows: 2, files: 0 }), removes('idle', { rows: 0 })], log);
    expect(lines).toMatchObject([
      { level: 30, chore: 'full', removed: { rows: 2, files: 0 } },
      { level: 20, chore: 'idle', removed: { rows: 0 } },
    ]);
  });

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

  it('stops after the chore that runs, and begins no other', async () => {
    vi.useFakeTimers();
    try {
      const begun: string[] = [];
      let end = () => {};
      const held: Chore = {
        name: 'held',
        run: () =>
          new Promise((resolve) => {
            begun.push('held');
            end = () => resolve({});
          }),
      };
      const next: Chore = {
        name: 'next',
        async run() {
          begun.push('next');
          return {};
        },
      };
      const housekeeping = startHousekeeping(ownRounds([held, next], log), log);
      let stopped = false;
      const stopping = housekeeping.stop().then(() => {
        stopped = true;
      });
      await vi.advanceTimersByTimeAsync(1000);
      expect(stopped, 'a chore is still running').toBe(false);
      end();
      await stopping;
      await vi.advanceTimersByTimeAsync(7 * 24 * 60 * 60 * 1000);
      expect(begun).toEqual(['held']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('looks again a minute later when the database did not say what is due', async () => {
    vi.useFakeTimers();
    try {
      let rounds = 0;
      const housekeeping = startHousekeeping(async () => {
        rounds += 1;
        throw new Error('away');
      }, log);
      await vi.advanceTimersByTimeAsync(60_000 - 1);
      expect([rounds, lines]).toMatchObject([1, [{ level: 50, err: { message: 'away' } }]]);
      await vi.advanceTimersByTimeAsync(1);
      expect(rounds).toBe(2);
      await housekeeping.stop();
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps no process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const housekeeping = startHousekeeping(ownRounds([], log), log);
    await new Promise(setImmediate);
    expect(timers()).toBeLessThanOrEqual(before);
    await housekeeping.stop();
  });
});
