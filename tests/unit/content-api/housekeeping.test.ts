import pino, { type Logger } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import type { Chore } from '../../../server/content-api/chore.ts';
import { runChores } from '../../../server/content-api/housekeeping/housekeeping.ts';

let lines: Record<string, unknown>[];
let log: Logger;
beforeEach(() => {
  lines = [];
  log = pino({ base: null, level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) });
});

const removes = (name: string, removed: Record<string, number>): Chore => ({
  name,
  run: async () => removed,
});

it('a round of chores goes on after a chore that failed, and logs why', async () => {
  const broken: Chore = { name: 'broken', run: () => Promise.reject(new Error('disk is away')) };
  await runChores([broken, removes('next', { rows: 1 })], log, new Date(), new AbortController().signal);
  expect(lines).toMatchObject([
    { level: 50, chore: 'broken', err: { message: 'disk is away' } },
    { level: 30, chore: 'next' },
  ]);
});
