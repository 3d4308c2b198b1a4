import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { sampleSite } from '#shared/site/sample-site.ts';
import { createDelivery } from '../../../server/content-api/mail/delivery.ts';
import type { Mail } from '../../../server/content-api/mail/mails.ts';
import { createOutbox } from '../../../server/content-api/mail/outbox.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import type { Db } from '../../../server/database/types.ts';
import { createMailTransport, type MailTransport } from '../../../server/mail/transport.ts';
import { from, publicUrl } from './mails.ts';

/** A database with an outbox, a stopped clock that tests advance, and delivery rounds on demand. */
export interface PostOffice {
  db: Db;
  log: Logger;
  logLines: Record<string, unknown>[];
  /** Current time in milliseconds since 1970. */
  now: number;
  pass(ms: number): void;
  enqueue(...mails: Mail[]): Promise<void>;
  /** Runs one round as the worker does; returns the delay until the next round, in ms. `to` is an SMTP_URL. */
  deliver(to: string | MailTransport, cut?: AbortSignal): Promise<number | undefined>;
  rows(): Promise<Awaited<ReturnType<typeof allRows>>>;
  close(): Promise<void>;
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const never = new AbortController().signal;

/** Opens a post office in a new folder. Closing it removes that folder. */
export async function openPostOffice(): Promise<PostOffice> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-mail-'));
  const db = openSqlite(join(folder, 'content.sqlite'));
  await migrate(db);
  const logLines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void logLines.push(JSON.parse(line)) });
  // The middle of the jitter: waits have their nominal length.
  const clock = { now: () => office.now, random: () => 0.5 };
  const outbox = createOutbox(db, log, publicUrl, undefined, () => sampleSite, { clock });
  const deliveries = new Map<string | MailTransport, ReturnType<typeof createDelivery>>();
  const office: PostOffice = {
    db,
    log,
    logLines,
    now: Date.parse('2026-11-21T10:00:00.000Z'),
    pass(ms) {
      office.now += ms;
    },
    async enqueue(...mails) {
      for (const mail of mails) await outbox.enqueue(db, mail);
    },
    async deliver(to, cut = never) {
      const transport =
        typeof to === 'string' ? createMailTransport({ url: to, from }, () => sampleSite) : to;
      const known = deliveries.get(to) ?? createDelivery(db, transport, log, clock);
      deliveries.set(to, known);
      const next = await known({ stopping: never, cut });
      return next === undefined ? undefined : next - office.now;
    },
    rows: () => allRows(db),
    async close() {
      await outbox.stop();
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return office;
}

function allRows(db: Db) {
  return db.selectFrom('outbox').selectAll().orderBy('id').execute();
}
