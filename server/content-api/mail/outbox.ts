import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Id } from '#shared/id.ts';
import type { Site } from '#shared/schemas/site.ts';
import { createMailTransport, type MailSettings, type MailTransport } from '../../mail/transport.ts';
import type { Db } from '../database/types.ts';
import type { Chore } from '../housekeeping/housekeeping.ts';
import { type Clock, createDelivery, realClock } from './delivery.ts';
import { type Mail, renderMail } from './mails.ts';
import { countMails, eraseFinished, failOlder, insertMail, mailExists } from './repository.ts';
import { keptMs, oldestMs } from './retries.ts';
import { createMailWorker } from './worker.ts';

/**
 * Mails are rows first (docs/decisions/0006-mail-outbox.md): the change that causes a mail commits it too, and a worker
 * sends it afterwards. So nobody waits for a mail server, and a dead one loses nothing.
 */
export interface Outbox {
  /**
   * Queues a mail, as it is true now, inside the transaction of the change that causes it. An address that cannot be
   * mailed is logged and left out: it is no reason to lose the change.
   */
  enqueue(tx: Db, mail: Mail): Promise<void>;
  /** Begins to send what an earlier run has left. */
  start(): void;
  /** For metrics: what waits, and what was given up and not yet erased. */
  stats(): Promise<{ waiting: number; givenUp: number; oldestAt: Date | undefined }>;
  /** Gives up mails that no server ever took and erases finished ones: both hold personal data. */
  readonly chore: Chore;
  stop(): Promise<void>;
}

/** Without `settings` mails stay in the table, and go out when a later start has them. */
export function createOutbox(
  db: Db,
  log: Logger,
  publicUrl: URL,
  settings: MailSettings | undefined,
  site: Site,
  clock: Clock = realClock,
): Outbox {
  const dispatcher = settings
    ? createSmtpDispatcher(db, log, createMailTransport(settings, site), clock)
    : createLogDispatcher(db, log);
  return {
    async enqueue(tx, mail) {
      const rendered = renderMail(mail, publicUrl, site);
      if (!rendered) {
        log.warn({ kind: mail.kind }, 'content API: mail skipped, its address is not valid');
        return;
      }
      const now = new Date(clock.now()).toISOString();
      dispatcher.queued(await insertMail(tx, mail.kind, rendered, randomUUID(), now), mail.kind);
    },
    async stats() {
      const { oldest, ...numbers } = await countMails(db);
      return { ...numbers, oldestAt: oldest === undefined ? undefined : new Date(oldest) };
    },
    chore: {
      name: 'outbox',
      async run(now) {
        const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
        const gaveUp = await failOlder(db, before(oldestMs), now.toISOString(), 'It waited too long.');
        return { gaveUp, ...(await eraseFinished(db, before(keptMs))) };
      },
    },
    start: () => dispatcher.start(),
    stop: () => dispatcher.stop(),
  };
}

/** What happens to a mail once it is queued. `queued` is called inside the mail's transaction; queries that it makes run after it. */
interface Dispatcher {
  start(): void;
  queued(id: Id, kind: string): void;
  stop(): Promise<void>;
}

function createSmtpDispatcher(db: Db, log: Logger, transport: MailTransport, clock: Clock): Dispatcher {
  const worker = createMailWorker(createDelivery(db, transport, log, clock), log, () => clock.now());
  return { start: worker.wake, queued: worker.wake, stop: worker.stop };
}

/** Logs each mail as queued once its transaction has committed, and none that was rolled back. */
function createLogDispatcher(db: Db, log: Logger): Dispatcher {
  const pending = new Set<Promise<void>>();
  return {
    start() {},
    queued(id, kind) {
      const check = mailExists(db, id)
        .then((there) => {
          if (there) log.info({ mail: id, kind }, 'content API: mail queued, no SMTP_URL is set');
        })
        .catch((error: unknown) => log.warn({ err: error }, 'content API: the outbox cannot be read'))
        .finally(() => pending.delete(check));
      pending.add(check);
    },
    async stop() {
      await Promise.all(pending);
    },
  };
}
