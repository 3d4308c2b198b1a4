import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { LiveSite } from '#shared/schemas/site.ts';
import { createWorker } from '../../background-worker.ts';
import { dialectOf } from '../../database/dialect.ts';
import type { RowId } from '../../database/row-id.ts';
import { noSignals, type Signals } from '../../database/signals.ts';
import type { Db } from '../../database/types.ts';
import { createMailTransport, type MailSettings, type MailTransport } from '../../mail/transport.ts';
import type { Chore } from '../chore.ts';
import { type Clock, clockOf, createDelivery, realClock } from './delivery.ts';
import { type Mail, type RenderedMail, renderMail } from './mails.ts';
import { countMails, eraseFinished, failOlderThan, insertMail, mailExists } from './repository.ts';
import { oldestMs, retainedMs } from './retries.ts';

/**
 * Mails are first stored as rows (docs/decisions/0006-mail-outbox.md), committed with the change that causes them; a
 * worker sends them afterwards. So no request waits for a mail server, and an outage loses nothing.
 */
export interface Outbox {
  /**
   * Renders a mail with the data of this moment and queues it, inside the transaction of the change that causes it. A
   * mail to an invalid email address is logged and left out: the change itself must not be lost.
   */
  enqueue(tx: Db, mail: Mail): Promise<void>;
  /** Renders the mail as it would be sent now; undefined when its recipient's email address is invalid. */
  render(mail: Mail): RenderedMail | undefined;
  /** Milliseconds since 1970, by the clock of the outbox. */
  now(): number;
  /** False when no mail server is configured: mails wait. */
  readonly sends: boolean;
  /** Starts to send mails, including those left by an earlier run. */
  start(): void;
  /** Numbers for metrics: mails that wait, and mails that were given up and are not yet erased. */
  stats(): Promise<{ waiting: number; givenUp: number; oldestAt: Date | undefined }>;
  /** Gives up mails that waited too long, and erases finished mails, because mails contain personal data. */
  readonly chore: Chore;
  stop(): Promise<void>;
}

/**
 * How often each process on a shared database checks for mails that another process has left unsent, in milliseconds.
 */
const sharedLookMs = 5_000;
/**
 * The longest time between two checks while a mail waits, in milliseconds. It is limited because the clock may be
 * changed.
 */
const longestSleepMs = 60 * 60_000;
/** The wait after a failure of the database. */
const afterErrorMs = 60_000;
/**
 * How long a stop waits for the mail in progress, in milliseconds; the process has 10 s in all (server/http/README.md, "Health, log and stop").
 */
const graceMs = 2_000;

interface OutboxOptions {
  clock?: Clock;
  /** Processes announce a new mail to each other with the signal `mail`. */
  signals?: Signals;
}

/**
 * `settings` are those of the mail server. Without them mails stay in the outbox, and are sent when a later start has
 * settings.
 */
export function createOutbox(
  db: Db,
  log: Logger,
  publicUrl: URL,
  settings: MailSettings | undefined,
  site: LiveSite,
  options: OutboxOptions = {},
): Outbox {
  const isShared = dialectOf(db) === 'postgres';
  const { clock = isShared ? clockOf(db) : realClock, signals = noSignals } = options;
  const dispatcher = settings
    ? createSmtpDispatcher(db, log, createMailTransport(settings, site), { clock, signals, isShared })
    : createLogDispatcher(db, log);
  return {
    sends: settings !== undefined,
    now: () => clock.now(),
    render: (mail) => renderMail(mail, publicUrl, site()),
    async enqueue(tx, mail) {
      const rendered = renderMail(mail, publicUrl, site());
      if (!rendered) {
        log.warn({ kind: mail.kind }, 'content API: mail skipped, its address is not valid');
        return;
      }
      const { due = new Date(clock.now()).toISOString(), id: keptAs } = ('kept' in mail && mail.kept) || {};
      await signals.publish('mail', '', tx);
      dispatcher.queued(await insertMail(tx, mail.kind, rendered, randomUUID(), due, keptAs), mail.kind);
    },
    async stats() {
      const { oldest, ...numbers } = await countMails(db);
      return { ...numbers, oldestAt: oldest === undefined ? undefined : new Date(oldest) };
    },
    chore: {
      name: 'outbox',
      async run(now) {
        const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
        const gaveUp = await failOlderThan(db, before(oldestMs), now.toISOString(), 'It waited too long.');
        return { gaveUp, ...(await eraseFinished(db, before(retainedMs))) };
      },
    },
    start: () => dispatcher.start(),
    stop: () => dispatcher.stop(),
  };
}

/** Handles queued mails. `queued` is called inside the transaction that stores the mail. */
interface Dispatcher {
  start(): void;
  queued(id: RowId, kind: string): void;
  stop(): Promise<void>;
}

/**
 * Makes the dispatcher that sends by SMTP. A queued mail wakes the worker of this process and, on a shared database,
 * those of other processes, which may be less busy.
 */
function createSmtpDispatcher(
  db: Db,
  log: Logger,
  transport: MailTransport,
  { clock, signals, isShared }: Required<OutboxOptions> & { isShared: boolean },
): Dispatcher {
  const deliver = createDelivery(db, transport, log, clock);
  const lookMs = isShared ? sharedLookMs : undefined;
  const worker = createWorker({
    async round(stops) {
      const next = await deliver(stops);
      return next === undefined ? lookMs : Math.min(next - clock.now(), lookMs ?? longestSleepMs);
    },
    failed: (error) => log.error({ err: error }, 'content API: the outbox cannot be processed'),
    retryMs: afterErrorMs,
    graceMs,
  });
  const commits = watchCommits(db, log);
  const forget = signals.on('mail', worker.wake);
  return {
    start: worker.wake,
    queued: (id) =>
      commits.watch(id, (there) => {
        if (there === false) return;
        worker.wake();
      }),
    async stop() {
      forget();
      await commits.ended();
      await worker.stop();
    },
  };
}

/**
 * Makes the dispatcher for a site without a mail server: it logs each queued mail once the mail's transaction has
 * committed. A mail whose transaction was rolled back is not logged.
 */
function createLogDispatcher(db: Db, log: Logger): Dispatcher {
  const commits = watchCommits(db, log);
  return {
    start() {},
    queued: (id, kind) =>
      commits.watch(id, (there) => {
        if (there) log.info({ mail: id, kind }, 'content API: mail queued, SMTP_URL is not set');
      }),
    stop: commits.ended,
  };
}

/**
 * Checks, after the transaction that queued a mail, whether the mail exists: false when the transaction was rolled
 * back, undefined when the database did not answer. The check waits for the end of that transaction because it is a
 * transaction too, and writing transactions run one after another (docs/decisions/0039).
 */
function watchCommits(db: Db, log: Logger) {
  const pending = new Set<Promise<void>>();
  return {
    watch(id: RowId, tell: (there: boolean | undefined) => void): void {
      const check = db
        .transaction()
        .execute((tx) => mailExists(tx, id))
        .catch((error: unknown) => {
          log.warn({ err: error }, 'content API: the outbox cannot be read');
          return undefined;
        })
        .then(tell)
        .finally(() => pending.delete(check));
      pending.add(check);
    },
    async ended(): Promise<void> {
      await Promise.all(pending);
    },
  };
}
