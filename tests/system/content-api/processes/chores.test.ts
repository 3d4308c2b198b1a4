// @module-tag deep/postgres: several engines share their chores
import { sql } from 'kysely';
import pino from 'pino';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Chore } from '../../../../server/content-api/chore.ts';
import { createClockGuard } from '../../../../server/content-api/housekeeping/clock-guard.ts';
import type { Round } from '../../../../server/content-api/housekeeping/housekeeping.ts';
import { sharedRounds } from '../../../../server/content-api/housekeeping/shared-rounds.ts';
import type { Databases } from '../../../../server/database/state.ts';
import { twoProcesses } from '../../database/postgres/support.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const begin = Date.parse('2026-11-22T10:00:00Z');

const site = twoProcesses();
const never = new AbortController().signal;
let now: number;
let ran: string[];
let lines: Record<string, unknown>[];
const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
beforeEach(async () => {
  now = begin;
  ran = [];
  lines = [];
  const db = await site.one.openContent();
  await db.deleteFrom('housekeeping').execute();
});

const chore = (name: string, run: Chore['run'] = async () => ({})): Chore => ({
  name,
  async run(at) {
    ran.push(name);
    return run(at);
  },
});

/** Returns the rounds of a process, by the test's clock or, without `time`, by that of the database. */
async function roundsOf(process: Databases, chores: Chore[], time?: () => Promise<number>): Promise<Round> {
  const db = await process.openContent();
  const shared = { db, turns: process.turns, log, mayErase: createClockGuard(db, log) };
  return sharedRounds(chores, { ...shared, ...(time && { time }) });
}
const testTime = async () => now;

describe('processes on one database', () => {
  it('run each chore once a day, whichever looks first, and whenever they were started', async () => {
    const chores = [chore('a'), chore('b')];
    const one = await roundsOf(site.one, chores, testTime);
    const other = await roundsOf(site.other, chores, testTime);
    await Promise.all([one(never), other(never)]);
    expect(ran).toEqual(['a', 'b']);
    for (const later of [minute, hour, day - 1]) {
      now = begin + later;
      await Promise.all([one(never), other(never), (await roundsOf(site.other, chores, testTime))(never)]);
    }
    expect(ran).toEqual(['a', 'b']);
    now = begin + day;
    expect(await other(never)).toBe(minute);
    await one(never);
    expect(ran).toEqual(['a', 'b', 'a', 'b']);
  });

  it('go on with what one leaves that dies in a chore: with that chore, and not with those before it', async () => {
    let end = () => {};
    const held = chore('held', () => new Promise((resolve) => (end = () => resolve({}))));
    const one = (await roundsOf(site.one, [chore('first'), held, chore('last')], testTime))(never);
    await expect.poll(() => ran).toEqual(['first', 'held']);
    const other = await roundsOf(site.other, [chore('first'), chore('held'), chore('last')], testTime);
    await other(never);
    expect(ran, 'it is at work').toEqual(['first', 'held']);

    await cutTurn('housekeeping');
    await expect.poll(() => other(never).then(() => ran)).toEqual(['first', 'held', 'held', 'last']);
    // The process lives after all: it learns that it has lost its turn, and starts no further chore.
    end();
    await one;
    expect(ran).toEqual(['first', 'held', 'held', 'last']);
    await expect.poll(() => site.one.turns.tryTurn('housekeeping', async () => 'back')).toBeDefined();
  });

  it('do not run a chore again and again that fails, and say that it failed', async () => {
    const broken = chore('broken', () => Promise.reject(new Error('no')));
    const chores = [broken, chore('next')];
    await (await roundsOf(site.one, chores, testTime))(never);
    now += minute;
    await (await roundsOf(site.other, chores, testTime))(never);
    expect(ran).toEqual(['broken', 'next']);
    const errors = lines.filter(({ level }) => level === 50);
    expect(errors).toMatchObject([{ chore: 'broken', err: { message: 'no' } }]);
  });

  it('begin nothing when they are stopping, and leave it to the others', async () => {
    const stopping = new AbortController();
    const stops = async () => {
      stopping.abort();
      return {};
    };
    const chores = [chore('a', stops), chore('b')];
    await (await roundsOf(site.one, chores, testTime))(stopping.signal);
    await (await roundsOf(site.other, chores, testTime))(never);
    expect(ran).toEqual(['a', 'b']);
  });

  it('go by the clock of the database: one whose own is a year ahead erases nothing early, and is told of', async () => {
    const times: number[] = [];
    const chores = [chore('a', async (at) => ({ at: times.push(at.getTime()) }))];
    const real = Date.now();
    await (await roundsOf(site.one, [chore('other')]))(never);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: real + 365 * day });
    await (await roundsOf(site.other, chores))(never);
    expect(Math.abs((times[0] ?? 0) - real)).toBeLessThan(hour);
    expect(lines.map(({ msg }) => msg)).toContain(
      'the clock of this machine differs from that of the database',
    );
  });

  it('wait a day when the clock of the database has leapt, whoever asks', async () => {
    const one = await roundsOf(site.one, [chore('a')], testTime);
    const other = await roundsOf(site.other, [chore('a')], testTime);
    await one(never);
    now = begin + 365 * day;
    expect(await one(never)).toBe(hour);
    now += minute;
    await other(never);
    now += 22 * hour;
    await other(never);
    expect(ran).toEqual(['a']);
    now += hour;
    await other(never);
    expect(ran).toEqual(['a', 'a']);
    // The clock goes back: the time stored meanwhile must not delay the chore for a year.
    now = begin + day;
    await one(never);
    expect(ran).toEqual(['a', 'a', 'a']);
  });

  it('run nothing when the database did not say what is due', async () => {
    const round = await roundsOf(site.one, [chore('a')], () => Promise.reject(new Error('away')));
    await expect(round(never)).rejects.toThrow('away');
    expect(ran).toEqual([]);
  });
});

/** Closes the connection that holds this turn, as when its process dies. */
async function cutTurn(name: string): Promise<void> {
  const db = await site.other.openContent();
  const key = sql`hashtext(current_schema() || ${` ${name}`})::bigint & 4294967295`;
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and objid::bigint = (${key})
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  expect(rows).toHaveLength(1);
}
