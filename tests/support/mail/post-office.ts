import pino from 'pino';
import { sampleSite } from '#shared/site/sample-site.ts';
import type { Mail, QueuedMail } from '../../../server/content-api/mail/mails.ts';
import { createOutbox, type Outbox } from '../../../server/content-api/mail/outbox.ts';
import type { Db } from '../../../server/database/types.ts';
import { createMailTransport, type MailTransport } from '../../../server/mail/transport.ts';
import { emptyDatabase } from '../engine/in-memory.ts';
import { from, publicUrl } from './mails.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>;

/** Opens a database with an outbox, and a stopped clock that tests advance. */
export async function openPostOffice() {
  const db = await emptyDatabase();
  const logLines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line) => void logLines.push(JSON.parse(line)) });
  /** Current time in milliseconds since 1970. */
  const clock = { now: Date.parse('2026-11-21T10:00:00.000Z') };
  const outboxes = new Map<string | MailTransport | undefined, Outbox>();
  /** Returns an outbox that sends to an SMTP_URL, or without one keeps. */
  function outboxTo(to?: string | MailTransport) {
    const transport = typeof to === 'string' ? createMailTransport({ url: to, from }, () => sampleSite) : to;
    const outbox =
      outboxes.get(to) ??
      createOutbox({ db, log, publicUrl, site: () => sampleSite, transport, now: async () => clock.now });
    outboxes.set(to, outbox);
    return outbox;
  }
  return Object.assign(clock, {
    db,
    logLines,
    outboxTo,
    pass(ms: number) {
      clock.now += ms;
    },
    async enqueue(...mails: Mail[]) {
      for (const mail of mails) await outboxTo().enqueue(db, mail);
    },
    /** Sends every mail that is due; returns for how long the next waits, in ms. `to` is an SMTP_URL. */
    async deliver(to: string | MailTransport) {
      await outboxTo(to).start();
      const [next] = (await allRows(db)).filter(({ state }) => state === 'waiting');
      return next && next.run_at - clock.now;
    },
    rows: () => allRows(db),
    async close() {
      for (const outbox of outboxes.values()) await outbox.stop();
      await db.destroy();
    },
  });
}

async function allRows(db: Db) {
  const rows = await db.selectFrom('tasks').selectAll().orderBy('run_at').orderBy('id').execute();
  return rows.map(({ payload, problem, ...row }) => ({
    ...row,
    ...(JSON.parse(Buffer.from(payload).toString()) as QueuedMail),
    problem: problem && Buffer.from(problem).toString(),
  }));
}
