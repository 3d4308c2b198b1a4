// @module-tag deep/postgres: several engines share one database
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Chore } from '../../../server/content-api/chore.ts';
import { createClockGuard } from '../../../server/content-api/housekeeping/clock-guard.ts';
import { sharedRounds } from '../../../server/content-api/housekeeping/shared-rounds.ts';
import { referencedAddresses } from '../../../server/content-api/media/file-columns.ts';
import { secretOf } from '../../../server/content-api/visitors/repository.ts';
import type { Databases } from '../../../server/database/state.ts';
import { startEngine, testAdmin } from '../../support/engine/engine.ts';
import { testDatabase } from '../../support/shared-servers.ts';
import { openSite, silent, twoProcesses } from '../database/postgres/support.ts';

const site = twoProcesses();
const never = new AbortController().signal;
beforeEach(async () => {
  const db = await site.one.openContent();
  for (const table of ['housekeeping'] as const) await db.deleteFrom(table).execute();
});

describe('chores of processes on one database', () => {
  let now: number;
  let ran: string[];
  beforeEach(() => {
    now = Date.parse('2026-11-22T10:00:00Z');
    ran = [];
  });
  const chore = (name: string, run: Chore['run'] = async () => ({})): Chore => ({
    name,
    run(at) {
      ran.push(name);
      return run(at);
    },
  });
  /** A round of a process; by the clock of the database without `time`. */
  async function round({ openContent, turns }: Databases, chores: Chore[], time?: () => Promise<number>) {
    const db = await openContent();
    const shared = { db, turns, log: silent, mayErase: createClockGuard(db, silent) };
    return sharedRounds(chores, { ...shared, ...(time && { time }) })(never);
  }
  const by = async () => now;

  it('are taken over from one that dies in a chore: that chore, and not those before it', async () => {
    let end = () => {};
    const held = chore('held', () => new Promise((resolve) => (end = () => resolve({}))));
    const one = round(site.one, [chore('first'), held, chore('last')], by);
    await expect.poll(() => ran).toEqual(['first', 'held']);
    const other = () => round(site.other, [chore('first'), chore('held'), chore('last')], by);
    await other();
    expect(ran, 'it is at work').toEqual(['first', 'held']);
    await cutTurn('housekeeping');
    await expect.poll(() => other().then(() => ran)).toEqual(['first', 'held', 'held', 'last']);
    // The process lives after all: it learns that it has lost its turn, and starts no further chore.
    end();
    await one;
    expect(ran).toEqual(['first', 'held', 'held', 'last']);
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
});

it('two engines that start at once on an empty database make one admin, one sample and one secret', async () => {
  const database = await testDatabase();
  const environment = {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'the same thirty-two bytes everywhere',
    ...{ ADMIN_PASSWORD: '', SAMPLE_CONTENT: 'on' },
  };
  const engines = await Promise.all([startEngine(environment), startEngine(environment)]);
  const other = await openSite(database.url);
  const db = await other.openContent();
  const count = async (table: 'admins' | 'projects') =>
    (await db.selectFrom(table).select('id').execute()).length;
  expect(await count('admins')).toBe(1);
  expect(engines.filter(({ firstAdmin }) => firstAdmin !== testAdmin)).toHaveLength(1);
  expect(await count('projects')).toBe(10);
  // Each engine has a separate folder here: all files are in one of them, and none in the other.
  const files = (await Promise.all(engines.map((engine) => engine.mediaFiles()))).map(({ length }) => length);
  expect(files.sort((a, b) => a - b)).toEqual([0, (await referencedAddresses(db)).size]);
  const secrets = await Promise.all(Array.from({ length: 8 }, () => secretOf(db, 'at-once')));
  expect(new Set(secrets.map(String)).size).toBe(1);

  await Promise.all([...engines, other].map((each) => each.close()));
  await database.drop();
});
