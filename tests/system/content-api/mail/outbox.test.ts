// @module-tag deep/process: sends through mail servers that answer late or never; worker.test has the outbox without one
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { createOutbox, type Outbox } from '../../../../server/content-api/mail/outbox.ts';
import {
  claimMail,
  eraseFinished,
  failOlderThan,
  nextMail,
} from '../../../../server/content-api/mail/repository.ts';
import { openSqlite } from '../../../../server/database/sqlite.ts';
import { startEngine } from '../../../support/engine/engine.ts';
import { expectIndexed, queriesOf } from '../../../support/engine/query-plan.ts';
import { type MailServer, startMailServer } from '../../../support/mail/mail-server.ts';
import { from, goodMails, publicUrl } from '../../../support/mail/mails.ts';
import { day, openPostOffice, type PostOffice } from '../../../support/mail/post-office.ts';

const { confirmation, newApplicant } = goodMails;

let office: PostOffice;
let server: MailServer;
const outboxes: Outbox[] = [];
function createTestOutbox(url?: string): Outbox {
  const outbox = createOutbox(
    office.db,
    office.log,
    publicUrl,
    url ? { url, from } : undefined,
    () => sampleSite,
  );
  outboxes.push(outbox);
  return outbox;
}
const told = () =>
  office.logLines.filter((line) => line.msg === 'content API: mail queued, SMTP_URL is not set');

beforeEach(async () => {
  office = await openPostOffice();
  server = await startMailServer();
});
afterEach(async () => {
  await Promise.all(outboxes.splice(0).map((outbox) => outbox.stop()));
  await server.close();
  await office.close();
});

describe('enqueue', () => {
  it('sends at once, when its transaction has committed', async () => {
    const outbox = createTestOutbox(server.url);
    await office.db.transaction().execute(async (tx) => {
      await outbox.enqueue(tx, confirmation);
      await outbox.enqueue(tx, newApplicant);
      expect(server.connections).toBe(0);
    });
    await server.received(2);
  });

  it('sends nothing, and says nothing, of a change that was rolled back', async () => {
    const rollBack = (outbox: Outbox) =>
      office.db.transaction().execute(async (tx) => {
        await outbox.enqueue(tx, confirmation);
        throw new Error('no');
      });
    await expect(rollBack(createTestOutbox(server.url))).rejects.toThrow('no');
    const waiting = createTestOutbox();
    await expect(rollBack(waiting)).rejects.toThrow('no');
    await waiting.stop();
    expect(told()).toEqual([]);
    // Any delivery that the rolled-back mails started has ended when a later mail arrives.
    await createTestOutbox(server.url).enqueue(office.db, newApplicant);
    await server.received(1);
    expect(server.mails.map((mail) => mail.to[0])).toEqual([from]);
  });

  it('does not wait for a mail server, be it dead or asleep', async () => {
    const asleep = await startMailServer({ onConnect: () => {} });
    const outbox = createTestOutbox(asleep.url);
    for (let count = 0; count < 20; count += 1) {
      await office.db.transaction().execute((tx) => outbox.enqueue(tx, confirmation));
    }
    const rows = await office.rows();
    expect([rows.length, rows.filter((row) => row.sent_at).length]).toEqual([20, 0]);
    // A stop does not wait for the delivery longer than its grace period either.
    await outbox.stop();
    expect((await office.rows()).map((row) => row.attempts)).toEqual([1, ...Array(19).fill(0)]);
    await asleep.close();
  });

  it('without a mail server tells of each mail once, by its id and kind', async () => {
    const outbox = createTestOutbox();
    await outbox.enqueue(office.db, confirmation);
    await outbox.enqueue(office.db, newApplicant);
    await outbox.stop();
    expect(told()).toMatchObject([
      { level: 30, mail: 1, kind: 'applicant.confirmation' },
      { level: 30, mail: 2, kind: 'studio.newApplicant' },
    ]);
    expect(JSON.stringify(office.logLines)).not.toMatch(/applicant\.example|K7PM2XQD|Gul/);
  });

  it('leaves out a mail to no address, and the change goes on', async () => {
    const outbox = createTestOutbox(server.url);
    await office.db.transaction().execute((tx) => outbox.enqueue(tx, { ...confirmation, to: 'a@b' }));
    expect(await office.rows()).toEqual([]);
    expect(office.logLines).toMatchObject([{ level: 40, kind: 'applicant.confirmation' }]);
  });
});

describe('the daily chore', () => {
  it('erases what was sent or given up 30 days ago, and gives up what nobody took for 7 days', async () => {
    const { chore } = createTestOutbox();
    const began = office.now;
    const at = (ms: number) => new Date(began + ms);
    await office.enqueue(confirmation);
    await office.deliver(server.url);
    await office.enqueue(newApplicant);

    expect(await chore.run(at(7 * day))).toEqual({ gaveUp: 0, sent: 0, failed: 0 });
    expect(await chore.run(at(7 * day + 1))).toEqual({ gaveUp: 1, sent: 0, failed: 0 });
    expect(await chore.run(at(30 * day))).toEqual({ gaveUp: 0, sent: 0, failed: 0 });
    expect(await chore.run(at(30 * day + 1))).toEqual({ gaveUp: 0, sent: 1, failed: 0 });
    expect(await chore.run(at(37 * day + 1))).toEqual({ gaveUp: 0, sent: 0, failed: 0 });
    expect(await office.rows()).toMatchObject([{ id: 2, next_attempt_at: null }]);
    expect(await chore.run(at(37 * day + 2))).toEqual({ gaveUp: 0, sent: 0, failed: 1 });
    expect(await office.rows()).toEqual([]);
  });

  it('may give a mail up while it is being sent: sent is sent', async () => {
    const { chore } = createTestOutbox();
    await office.enqueue(confirmation);
    office.pass(6 * day);
    const slow = {
      async send() {
        await chore.run(new Date(office.now + 2 * day));
      },
    };
    await office.deliver(slow);
    expect(await office.rows()).toMatchObject([
      { failed_at: null, sent_at: new Date(office.now).toISOString() },
    ]);
  });
});

it('is worked on by indexes', async () => {
  const queries = await queriesOf(office.db, async (db) => {
    await nextMail(db);
    await claimMail(db, { now: '2026-11-21', latest: '2026-11-22', lease: '2026-11-23' });
    await failOlderThan(db, '2026-11-01', '2026-11-21', 'It waited too long.');
    await eraseFinished(db, '2026-10-21');
  });
  // One statement is nested in another; two read which histories have to be notified.
  expect(queries).toHaveLength(8);
  for (const query of queries) await expectIndexed(office.db, query);
});

it('holds a mail in one state only', async () => {
  await office.enqueue(confirmation);
  const set = (values: object) => office.db.updateTable('outbox').set(values).execute();
  await expect(set({ sent_at: '2026-11-21T10:00:00.000Z' })).rejects.toThrow('CHECK');
  await expect(set({ next_attempt_at: null })).rejects.toThrow('CHECK');
});

describe('the engine', () => {
  const environment = () => ({ SMTP_URL: server.url, MAIL_FROM: from, MAIL_TO: 'office@studio.example' });

  it('sends, when SMTP_URL is set, what was queued before, and stops in peace', async () => {
    const first = await startEngine();
    await first.close({ keepData: true });
    const db = openSqlite(`${first.dataDir}/content.sqlite`);
    const outbox = createOutbox(db, office.log, publicUrl, undefined, () => sampleSite);
    await outbox.enqueue(db, confirmation);
    await outbox.enqueue(db, newApplicant);
    await outbox.stop();
    await db.destroy();

    const second = await startEngine({ ...environment(), DATA_DIR: first.dataDir });
    await server.received(2);
    expect(server.mails.map((mail) => mail.to[0])).toEqual([
      'ana@applicant.example',
      'office@studio.example',
    ]);
    await second.close();
  });
});
