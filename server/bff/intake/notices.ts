import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { routes } from '#shared/routes.ts';
import type { Task } from '../../database/tasks.ts';
import type { MailTransport } from '../../mail/transport.ts';
import { createWorker } from '../../process/background-worker.ts';
import type { IntakeStore } from './store.ts';

interface NoticesOptions {
  store: IntakeStore;
  transport: MailTransport;
  publicUrl: URL;
  log: Logger;
}

/** The wait for further forms that one mail can report too, in milliseconds. */
const gatheredMs = 60_000;
/** The wait after a failed mail, in milliseconds. */
const retryMs = 10 * 60_000;
/** How long a stop waits for the mail in progress, in milliseconds. */
const graceMs = 1_000;
/** The most references that one mail lists. */
const listed = 20;

/** Sends the operator mails about forms that need a person, and one at the start if there are such forms. */
export function createNotices({ store, transport, publicUrl, log }: NoticesOptions) {
  const worker = createWorker({
    async round({ cut }) {
      const items = await store.needPerson();
      if (items.length > 0) await transport.send(noticeOf(items, publicUrl), cut);
      return undefined;
    },
    failed: (error) =>
      log.warn({ err: error }, 'the mail about forms that need a person could not be sent yet'),
    ...{ retryMs, graceMs },
  });
  worker.wake();
  return { ask: () => worker.wakeIn(gatheredMs), stop: worker.stop };
}

/**
 * Returns the mail. It contains references and a link but no names, because names need not pass through a mail
 * server.
 */
function noticeOf(items: readonly Task[], publicUrl: URL): Parameters<MailTransport['send']>[0] {
  const what = items.length === 1 ? 'A visitor form needs' : `${items.length} visitor forms need`;
  const text = [
    'The API host refused these forms after it was up again. They stay in the queue until you decide:',
    '',
    ...items
      .slice(0, listed)
      .map(({ label, created_at: at }) => `${label}, received ${new Date(at).toUTCString()}`),
    '',
    new URL(routes.adminIntake, publicUrl).href,
    '',
  ].join('\n');
  return {
    ...{ recipient: null, replyTo: null, subject: `${what} your attention`, text },
    created_at: new Date().toISOString(),
    message_key: randomUUID(),
  };
}
