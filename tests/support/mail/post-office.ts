import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { sampleSite } from '#shared/site/sample-site.ts';
import type { Mail, QueuedMail } from '../../../server/content-api/mail/mails.ts';
import { createOutbox, type Outbox } from '../../../server/content-api/mail/outbox.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import type { Db } from '../../../server/database/types.ts';
import { createMailTransport, type MailTransport } from '../../../server/mail/transport.ts';
import { from, publicUrl } from './mails.ts';

/** A database with an outbox, and a stopped clock that tests advance. */
export interface PostOffice {
  db: Db;
  log: Logger;
  logLines: Record<string, unknown>[];
  /** Current time in milliseconds since 1970. */
  now: number;
  pass(ms: number): void;
  enqueue(...mails: Mail[]): Promise<void>;
  /** An outbox that sends to an SMTP_URL, or without one keeps. */
  outboxTo(to?: string | MailTransport): Outbox;
  /** Sends every mail that is due; returns for how long the next waits, in ms. `to` is an SMTP_URL. */
  deliver(to: string | MailTransport): Promise<number | undefined>;
  rows(): Promise<Awaited<ReturnType<typeof allRows>>>;
  close(): Promise<void>;
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Opens a post office in a new folder. Closing it removes that folder. */
export async function openPostOffice(): Promise<PostOffice> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-mail-'));
  const db = openSqlite(join(folder, 'content.sqlite'));
  await migrate(db);
  const logLines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line) => void logLines.push(JSON.parse(line)) });
  const outboxes = new Map<string | MailTransport | undefined, Outbox>();
  const office: PostOffice = {
    db,
    log,
    logLines,
    now: Date.parse('2026-11-21T10:00:00.000Z'),
    pass(ms) {
      office.now += ms;
    },
    async enqueue(...mails) {
      for (const mail of mails) await office.outboxTo().enqueue(db, mail);
    },
    outboxTo(to) {
      const transport =
        typeof to === 'string' ? createMailTransport({ url: to, from }, () => sampleSite) : to;
      const outbox =
        outboxes.get(to) ??
        createOutbox({ db, log, publicUrl, site: () => sampleSite, transport, now: async () => office.now });
      outboxes.set(to, outbox);
      return outbox;
    },
    async deliver(to) {
      await office.outboxTo(to).start();
      const [next] = (await allRows(db)).filter(({ state }) => state === 'waiting');
      return next && next.run_at - office.now;
    },
    rows: () => allRows(db),
    async close() {
      for (const outbox of outboxes.values()) await outbox.stop();
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return office;
}

async function allRows(db: Db) {
  const rows = await db.selectFrom('tasks').selectAll().orderBy('run_at').orderBy('id').execute();
  return rows.map(({ payload, problem, ...row }) => ({
    ...row,
    ...(JSON.parse(Buffer.from(payload).toString()) as QueuedMail),
    problem: problem && Buffer.from(problem).toString(),
  }));
}
