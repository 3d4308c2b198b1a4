import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Chore } from '../../../server/content-api/chore.ts';
import { createClockGuard, type MayErase } from '../../../server/content-api/housekeeping/clock-guard.ts';
import { runChores } from '../../../server/content-api/housekeeping/housekeeping.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import type { Db } from '../../../server/database/types.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const begin = Date.parse('2026-11-22T10:00:00Z');

let folder: string;
let db: Db;
let lines: Record<string, unknown>[];
const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-clock-'));
  db = openSqlite(join(folder, 'content.sqlite'));
  await migrate(db);
  lines = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the answers of rounds at these times; every second round is by a new process. */
async function rounds(...times: number[]): Promise<boolean[]> {
  let guard: MayErase = createClockGuard(db, log);
  const answers: boolean[] = [];
  for (const [at, time] of times.entries()) {
    if (at % 2 === 1) guard = createClockGuard(db, log);
    answers.push(await guard(new Date(begin + time)));
  }
  return answers;
}

describe('a round of chores', () => {
  it('erases at the first start, and day by day', async () => {
    expect(await rounds(0, day, 2 * day, 2 * day + hour, 5 * day)).toEqual([true, true, true, true, true]);
    expect(lines).toEqual([]);
  });

  it('erases nothing by a clock that leapt a year ahead, and goes on when it came back', async () => {
    expect(await rounds(0, 365 * day, 365 * day + hour, day, 2 * day)).toEqual([
      true,
      false,
      false,
      true,
      true,
    ]);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      level: 40,
      ran: '2026-11-22T10:00:00.000Z',
      now: '2027-11-22T10:00:00.000Z',
    });
    expect(lines[0]?.msg).toContain('housekeeping waits for a day');
  });

  it('believes a new time that has held for a day: the site was off for long', async () => {
    expect(await rounds(0, 60 * day, 60 * day + hour, 61 * day, 62 * day)).toEqual([
      true,
      false,
      false,
      true,
      true,
    ]);
  });

  it('does not take two leaps for a day that has passed', async () => {
    expect(await rounds(0, 100 * day, 365 * day, 365 * day + hour, 366 * day)).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    expect(await rounds(366 * day, 500 * day, 400 * day)).toEqual([true, false, false]);
  });

  it.each([1, 365])('erases less, and nothing more, by a clock that went back %i days', async (days) => {
    expect(await rounds(0, -days * day, -days * day + hour)).toEqual([true, true, true]);
    expect(lines).toEqual([]);
    // The return of the clock is a jump too: dates stored meanwhile do not lead to erasure at once.
    expect(await rounds(hour)).toEqual([days < 3]);
  });

  it('runs no chore while the clock is in doubt or the database does not say, and gives all of a round one time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: begin });
    const times: number[] = [];
    const chore: Chore = { name: 'x', run: async (now) => ({ n: times.push(now.getTime()) }) };
    await runChores([chore, chore], log, { mayErase: createClockGuard(db, log) });
    vi.setSystemTime(begin + 365 * day);
    await runChores([chore], log, { mayErase: createClockGuard(db, log) });
    await runChores([chore], log, { mayErase: () => Promise.reject(new Error('disk')) });
    expect(times).toEqual([begin, begin]);
    expect(lines.at(-1)).toMatchObject({ level: 50, err: { message: 'disk' } });
  });
});
