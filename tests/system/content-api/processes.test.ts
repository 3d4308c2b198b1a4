// @module-tag deep/postgres: several engines share one database
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import type { Chore } from '../../../server/content-api/chore.ts';
import { createClockGuard } from '../../../server/content-api/housekeeping/clock-guard.ts';
import { sharedRounds } from '../../../server/content-api/housekeeping/shared-rounds.ts';
import { createDelivery } from '../../../server/content-api/mail/delivery.ts';
import { createOutbox } from '../../../server/content-api/mail/outbox.ts';
import { leaseMs } from '../../../server/content-api/mail/retries.ts';
import { referencedAddresses } from '../../../server/content-api/media/file-columns.ts';
import { secretOf } from '../../../server/content-api/visitors/repository.ts';
import type { Databases } from '../../../server/database/state.ts';
import { createFormTokens } from '../../../server/forms/form-tokens.ts';
import { startEngine, type TestEngine, testAdmin } from '../../support/engine/engine.ts';
import { pdf } from '../../support/files.ts';
import { startMailServer } from '../../support/mail/mail-server.ts';
import { from, goodMails, publicUrl } from '../../support/mail/mails.ts';
import { testDatabase } from '../../support/shared-servers.ts';
import { openSite, silent, twoProcesses } from '../database/postgres/support.ts';

const day = 24 * 60 * 60_000;
const site = twoProcesses();
const never = new AbortController().signal;
beforeEach(async () => {
  const db = await site.one.openContent();
  for (const table of ['housekeeping', 'outbox'] as const) await db.deleteFrom(table).execute();
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

  it('run once a day each, whichever looks first', async () => {
    const chores = [chore('a'), chore('b')];
    for (const [after, times] of [
      [0, 1],
      [day - 1, 1],
      [day, 2],
    ] as const) {
      now = Date.parse('2026-11-22T10:00:00Z') + after;
      await Promise.all([round(site.one, chores, by), round(site.other, chores, by)]);
      expect(ran).toEqual(Array(times).fill(['a', 'b']).flat());
    }
  });

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

  it('go by the clock of the database: one whose own is a year ahead erases nothing early', async () => {
    const times: number[] = [];
    const real = Date.now();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: real + 365 * day });
    await round(site.other, [chore('a', async (at) => ({ at: times.push(at.getTime()) }))]);
    expect(Math.abs((times[0] ?? 0) - real)).toBeLessThan(day);
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

describe('mails of processes on one database', () => {
  async function outboxOf(process: Databases, url?: string) {
    const settings = url ? { url, from } : undefined;
    const more = { signals: process.signals };
    const outbox = createOutbox(
      await process.openContent(),
      silent,
      publicUrl,
      settings,
      () => sampleSite,
      more,
    );
    onTestFinished(() => outbox.stop());
    return outbox;
  }

  it('are sent once each, by whichever hears of them, and never when they were rolled back', async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const queues = await outboxOf(site.one);
    await Promise.all([outboxOf(site.other, server.url), outboxOf(site.one, server.url)]);
    const db = await site.one.openContent();
    const queue = (reference: string, error?: Error) =>
      db.transaction().execute(async (tx) => {
        await queues.enqueue(tx, { ...goodMails.confirmation, reference });
        if (error) throw error;
      });
    await expect(queue('NONE2222', new Error('no'))).rejects.toThrow('no');
    const references = Array.from({ length: 12 }, (_, at) => `REF${at + 100}`);
    await Promise.all(references.map((reference) => queue(reference)));
    await server.received(references.length);
    const subjects = server.mails.map(({ headers }) => headers.subject?.[0]);
    expect(subjects.sort()).toEqual(references.map((each) => `Your application ${each}: Sound designer`));
  });

  it('of one that died in the attempt are sent by another when its lease is over, and not before', async () => {
    const queues = await outboxOf(site.one);
    await queues.enqueue(await site.one.openContent(), goodMails.confirmation);
    let now = Date.now() + 1_000;
    const sent: string[] = [];
    const clock = { now: () => now, random: () => 0.5 };
    const deliver = async (process: Databases, name: string, end: Promise<void>) => {
      const send = () => {
        sent.push(name);
        return end;
      };
      return createDelivery(
        await process.openContent(),
        { send },
        silent,
        clock,
      )({ stopping: never, cut: never });
    };
    void deliver(site.one, 'dying', new Promise(() => {}));
    await expect.poll(() => sent).toEqual(['dying']);
    now += leaseMs - 1;
    expect(await deliver(site.other, 'early', Promise.resolve())).toBe(now + 1);
    now += 1;
    await deliver(site.other, 'other', Promise.resolve());
    expect(sent).toEqual(['dying', 'other']);
  });
});

it('two engines that start at once on an empty database make one admin, one sample and one secret, and take a form once', async () => {
  const database = await testDatabase();
  const environment = {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'the same thirty-two bytes everywhere',
    ...{ ADMIN_PASSWORD: '', SAMPLE_CONTENT: 'on' },
  };
  const engines = await Promise.all([startEngine(environment), startEngine(environment)]);
  const other = await openSite(database.url);
  const db = await other.openContent();
  const count = async (table: 'admins' | 'projects' | 'applicant_submissions' | 'outbox') =>
    (await db.selectFrom(table).select('id').execute()).length;
  expect(await count('admins')).toBe(1);
  expect(engines.filter(({ firstAdmin }) => firstAdmin !== testAdmin)).toHaveLength(1);
  expect(await count('projects')).toBe(10);
  // Each engine has a separate folder here: all files are in one of them, and none in the other.
  const files = (await Promise.all(engines.map((engine) => engine.mediaFiles()))).map(({ length }) => length);
  expect(files.sort((a, b) => a - b)).toEqual([0, (await referencedAddresses(db)).size]);
  const secrets = await Promise.all(Array.from({ length: 8 }, () => secretOf(db, 'at-once')));
  expect(new Set(secrets.map(String)).size).toBe(1);

  const form_token = createFormTokens(await secretOf(db, 'form-tokens'), () => Date.now() - 60_000).issue();
  const answers = await Promise.all(
    [0, 1, 2, 3].map(async (at) => {
      const form = new FormData();
      const fields = { name: 'Gul', email: 'gul@applicant.example', consent: '1', form_token };
      for (const [name, text] of Object.entries(fields)) form.append(name, text);
      form.append('cv', new Blob([new Uint8Array(pdf())], { type: 'application/pdf' }), 'cv.pdf');
      const headers = { 'idempotency-key': 'the-same-for-both' };
      const sent = { method: 'POST', headers, body: form, token: null };
      const answer = await (engines[at % 2] as TestEngine).fetch('/api/applyJob', sent);
      return ((await answer.json()) as { data: { reference: string } }).data.reference;
    }),
  );
  expect(new Set(answers).size).toBe(1);
  expect([await count('applicant_submissions'), await count('outbox')]).toEqual([1, 2]);
  await Promise.all([...engines, other].map((each) => each.close()));
  await database.drop();
});
