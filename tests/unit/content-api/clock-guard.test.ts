import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClockGuard } from '../../../server/content-api/housekeeping/housekeeping.ts';
import type { Db } from '../../../server/database/types.ts';
import { databaseForEach } from '../../support/engine/in-memory.ts';

const day = 24 * 60 * 60 * 1000;
const begin = Date.parse('2026-11-22T10:00:00Z');

let db: Db;
let lines: Record<string, unknown>[];
const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
databaseForEach((made) => (db = made));
beforeEach(() => {
  lines = [];
});
afterEach(() => void vi.useRealTimers());

/** Returns the answers of rounds at these times; every second round is by a new process. */
async function rounds(...times: number[]) {
  let guard = createClockGuard(db, log);
  const answers: boolean[] = [];
  for (const [at, time] of times.entries()) {
    if (at % 2 === 1) guard = createClockGuard(db, log);
    answers.push(await guard(new Date(begin + time)));
  }
  return answers;
}

it.each<[string, number[], boolean[]]>([
  ['erases day by day', [0, 1, 2, 2.1, 5], [true, true, true, true, true]],
  [
    'waits by a clock that leapt a year, and goes on when it came back',
    [0, 365, 365.1, 1, 2],
    [true, false, false, true, true],
  ],
  ['believes a new time that has held for a day', [0, 60, 60.1, 61, 62], [true, false, false, true, true]],
  ['takes no two leaps for a day', [0, 100, 365, 365.1, 366], [true, false, false, false, true]],
  ['goes on by a clock that went back a day', [0, -1, -0.9, 0.1], [true, true, true, true]],
  [
    'goes on by one that went back a year, and waits when it returns',
    [0, -365, -364.9, 0.1],
    [true, true, true, false],
  ],
])('a round of chores: %s', async (_story, days, answers) => {
  expect(await rounds(...days.map((each) => each * day))).toEqual(answers);
});
