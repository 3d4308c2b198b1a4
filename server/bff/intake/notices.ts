import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { routes } from '#shared/routes.ts';
import { createWorker } from '../../background-worker.ts';
import type { Turns } from '../../database/turns.ts';
import type { MailTransport } from '../../mail/transport.ts';
import type { IntakeStore } from './store.ts';
import type { StoredItem } from './stored-item.ts';

interface NoticesOptions {
  store: Pick<IntakeStore, 'unnoticed' | 'update'>;
  /** The turns by which only one process at a time sends notices. */
  turns: Pick<Turns, 'tryTurn'>;
  /** Absent without a mail server: then only the admin area and the log report the forms that need a person. */
  transport: MailTransport | undefined;
  publicUrl: URL;
  log: Logger;
}

const minuteMs = 60_000;
/**
 * Milliseconds between two looks for forms that need a person. When many forms are refused in a row, one mail reports
 * them all.
 */
const lookMs = minuteMs;
/**
 * Must not change: during an update the previous release may run too, and it sends its notices under a turn of this
 * name.
 */
const turnName = 'intake-delivery';
/** Milliseconds until a failed mail is retried, as long as a form still needs a person. */
const retryMs = 10 * minuteMs;
/** How long a stop waits for the mail in progress, in milliseconds. */
const graceMs = 1_000;
/** The most references that one mail lists. */
const listed = 20;

/** Sends the operator a mail about forms that need a person, no matter which process tried to send the forms. */
export function createNotices(options: NoticesOptions): { stop(): Promise<void> } {
  const { store, turns, transport, publicUrl, log } = options;
  const worker = createWorker({
    async round({ cut }) {
      const tell = async () => {
        const items = await store.unnoticed();
        if (items.length === 0) return;
        await transport?.send(noticeOf(items, publicUrl), cut);
        for (const { id } of items) await store.update(id, { is_noticed: 1 });
      };
      if ((await store.unnoticed()).length > 0) await turns.tryTurn(turnName, tell);
      return lookMs;
    },
    failed: (error) =>
      log.warn({ err: error }, 'the mail about forms that need a person could not be sent yet'),
    retryMs,
    graceMs,
  });
  if (transport) worker.wakeIn(lookMs);
  return { stop: worker.stop };
}

/**
 * Returns the mail. It contains references and a link but no names, because names need not pass through a mail
 * server.
 */
function noticeOf(items: readonly StoredItem[], publicUrl: URL): Parameters<MailTransport['send']>[0] {
  const address = new URL(routes.adminIntake, publicUrl).href;
  const isOne = items.length === 1;
  const subject = isOne
    ? 'A visitor form needs your attention'
    : `${items.length} visitor forms need your attention`;
  const lines = items
    .slice(0, listed)
    .map(
      ({ reference, received_at: at }) =>
        `${reference}, received ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    );
  const more = items.length > listed ? [`… and ${items.length - listed} more`] : [];
  const why = `The API host refused ${isOne ? 'this form' : 'these forms'} after it was up again. ${isOne ? 'It stays' : 'They stay'} in the queue until you decide:`;
  const text = [why, '', ...lines, ...more, '', address, ''].join('\n');
  const html = `<!doctype html><meta charset="utf-8"><p>${why}</p><ul>${[...lines, ...more].map((line) => `<li>${line}</li>`).join('')}</ul><p><a href="${address}">${address}</a></p>`;
  return {
    recipient: null,
    replyTo: null,
    subject,
    text,
    html,
    created_at: new Date().toISOString(),
    message_key: randomUUID(),
  };
}
