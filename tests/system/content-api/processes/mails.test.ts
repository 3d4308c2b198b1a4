// @module-tag deep/postgres: several engines share their mails
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { type Clock, clockOf, createDelivery } from '../../../../server/content-api/mail/delivery.ts';
import { createOutbox, type Outbox } from '../../../../server/content-api/mail/outbox.ts';
import { leaseMs } from '../../../../server/content-api/mail/retries.ts';
import type { Databases } from '../../../../server/database/state.ts';
import { type MailServer, startMailServer } from '../../../support/mail/mail-server.ts';
import { from, goodMails, publicUrl } from '../../../support/mail/mails.ts';
import { silent, twoProcesses } from '../../database/postgres/support.ts';

const { confirmation } = goodMails;
const stops = { stopping: new AbortController().signal, cut: new AbortController().signal };

const site = twoProcesses();
let server: MailServer;
const outboxes: Outbox[] = [];

beforeEach(async () => {
  server = await startMailServer();
  await (await site.one.openContent()).deleteFrom('outbox').execute();
});
afterEach(async () => {
  await Promise.all(outboxes.splice(0).map((outbox) => outbox.stop()));
  await server.close();
});

async function outboxOf(process: Databases, url: string | undefined = server.url): Promise<Outbox> {
  const settings = url ? { url, from } : undefined;
  const db = await process.openContent();
  const outbox = createOutbox(db, silent, publicUrl, settings, () => sampleSite, {
    signals: process.signals,
  });
  outboxes.push(outbox);
  return outbox;
}

/** Returns the deliveries of a process and records what they send; `send` decides the result. */
async function deliveryOf(
  process: Databases,
  { send = async () => {}, clock }: { send?: () => Promise<void>; clock?: Clock } = {},
) {
  const sent: string[] = [];
  const transport = {
    async send({ subject }: { subject: string }) {
      sent.push(subject);
      await send();
    },
  };
  const deliver = createDelivery(await process.openContent(), transport, silent, clock);
  return { sent, deliver: () => deliver(stops) };
}

/** Queues mails without a signal to other processes. */
async function leave(...references: string[]): Promise<void> {
  const outbox = createOutbox(await site.one.openContent(), silent, publicUrl, undefined, () => sampleSite);
  const db = await site.one.openContent();
  for (const reference of references) await outbox.enqueue(db, { ...confirmation, reference });
  await outbox.stop();
}
const subjectOf = (reference: string) => `Your application ${reference}: Sound designer`;

describe('mails of processes on one database', () => {
  it('are sent once each, though all of them send', async () => {
    const references = Array.from({ length: 12 }, (_, at) => `REF${at + 100}`);
    await leave(...references);
    const [one, other] = [await outboxOf(site.one), await outboxOf(site.other)];
    one.start();
    other.start();
    await server.received(references.length);
    await Promise.all([one.stop(), other.stop()]);
    const subjects = server.mails.map(({ headers }) => headers.subject?.[0]);
    expect(subjects.sort()).toEqual(references.map(subjectOf));
  });

  it('are not waited for while another is about to take one: the next is taken', async () => {
    await leave('FIRST222', 'SECOND22');
    const client = new pg.Client(site.database.url);
    await client.connect();
    await client.query('begin; select id from outbox order by id limit 1 for update');
    const { sent, deliver } = await deliveryOf(site.one);
    expect(await deliver(), 'looks again soon').toBeGreaterThan(Date.now() - 60_000);
    expect(sent).toEqual([subjectOf('SECOND22')]);
    await client.end();
    await deliver();
    expect(sent).toEqual([subjectOf('SECOND22'), subjectOf('FIRST222')]);
  });

  it('of one that died in the attempt are sent by another when its lease is over, and not before', async () => {
    await leave('LEASE222');
    let now = Date.now() + 1_000;
    const clock = { now: () => now, random: () => 0.5 };
    const dying = await deliveryOf(site.one, { clock, send: () => new Promise(() => {}) });
    void dying.deliver();
    await expect.poll(() => dying.sent).toHaveLength(1);
    const other = await deliveryOf(site.other, { clock });
    now += leaseMs - 1;
    expect(await other.deliver()).toBe(now + 1);
    expect(other.sent).toEqual([]);
    now += 1;
    await other.deliver();
    expect(other.sent).toEqual(dying.sent);
  });

  it('are the business of whoever has the attempt: one that comes back late changes nothing of it', async () => {
    await leave('LATE2222');
    let now = Date.now() + 1_000;
    const clock = { now: () => now, random: () => 0.5 };
    let fail = (_: Error) => {};
    const late = await deliveryOf(site.one, { clock, send: () => new Promise((_, no) => (fail = no)) });
    const round = late.deliver();
    await expect.poll(() => late.sent).toHaveLength(1);
    now += leaseMs;
    let end = () => {};
    const other = await deliveryOf(site.other, {
      clock,
      send: () => new Promise((yes) => (end = yes)),
    });
    const otherRound = other.deliver();
    await expect.poll(() => other.sent).toHaveLength(1);
    fail(new Error('down'));
    await round;
    const db = await site.one.openContent();
    const [row] = await db.selectFrom('outbox').selectAll().execute();
    expect(row).toMatchObject({
      attempts: 2,
      last_error: null,
      next_attempt_at: new Date(now + leaseMs).toISOString(),
    });
    end();
    await otherRound;
  });

  it('are timed by the clock of the database: one whose own is ahead takes none that is being sent', async () => {
    await leave('AHEAD222');
    const db = await site.other.openContent();
    const sending = await deliveryOf(site.one, { clock: clockOf(db), send: () => new Promise(() => {}) });
    void sending.deliver();
    await expect.poll(() => sending.sent).toHaveLength(1);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * leaseMs });
    const ahead = await deliveryOf(site.other, { clock: clockOf(db) });
    await ahead.deliver();
    expect(ahead.sent).toEqual([]);
  });

  it('are known to the others once they are committed, and never when they are rolled back', async () => {
    const heard: string[] = [];
    onTestFinished(site.other.signals.on('mail', () => heard.push('mail')));
    const outbox = await outboxOf(site.one);
    const db = await site.one.openContent();
    const queue = (fails: boolean) =>
      db.transaction().execute(async (tx) => {
        await outbox.enqueue(tx, confirmation);
        await sql`select pg_sleep(0.1)`.execute(tx);
        expect([heard, server.connections], 'nothing is there yet').toEqual([[], 0]);
        if (fails) throw new Error('no');
      });
    await expect(queue(true)).rejects.toThrow('no');
    await queue(false);
    await server.received(1);
    await expect.poll(() => heard).toEqual(['mail']);
  });

  it('are sent by another than the one that queued them, as soon as it hears of them', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    await outboxOf(site.other);
    // Without a mail server, this process only signals the mail.
    const queues = createOutbox(await site.one.openContent(), log, publicUrl, undefined, () => sampleSite, {
      signals: site.one.signals,
    });
    await (await site.one.openContent()).transaction().execute(async (tx) => {
      await queues.enqueue(tx, confirmation);
      await sql`select pg_sleep(0.05)`.execute(tx);
    });
    await queues.stop();
    expect(lines).toMatchObject([{ kind: 'applicant.confirmation' }]);
    await server.received(1);
  });
});
