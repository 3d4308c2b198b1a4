import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { routes } from '#shared/routes.ts';
import { createWorker } from '../../background-worker.ts';
import type { Turns } from '../../database/turns.ts';
import type { MailTransport } from '../../mail/transport.ts';
import type { IntakeStore } from './store.ts';
import type { StoredItem } from './stored-item.ts';

export interface NoticesOptions {
  store: Pick<IntakeStore, 'unnoticed' | 'update'>;
  /** Of several processes one writes at a time. */
  turns: Pick<Turns, 'tryTurn'>;
  /** Absent without a mail server: the admin area and the log say it all the same. */
  transport: MailTransport | undefined;
  publicUrl: URL;
  log: Logger;
}

const minuteMs = 60_000;
/** So often it is looked for them: when many forms are refused one after the other, one mail tells of them. */
const lookMs = minuteMs;
/** The release before writes while it has the turn of this name. */
const turnName = 'intake-delivery';
/** A mail that could not be sent is tried again after this, for as long as a form needs a person. */
const retryMs = 10 * minuteMs;
/** How long a stop waits for the mail under way, in milliseconds. */
const graceMs = 1_000;
/** References that one mail lists. */
const listed = 20;

/** Tells whoever runs the site by mail that forms need a person, whichever process has sent them. */
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
    failed: (error) => log.warn({ err: error }, 'the mail about forms that need a person was not sent yet'),
    retryMs,
    graceMs,
  });
  if (transport) worker.wakeIn(lookMs);
  return { stop: worker.stop };
}

/** Which forms, and where to look: nobody's name goes through a mail server for that. */
function noticeOf(items: readonly StoredItem[], publicUrl: URL): Parameters<MailTransport['send']>[0] {
  const address = new URL(routes.adminIntake, publicUrl).href;
  const isOne = items.length === 1;
  const subject = isOne ? 'A form of a visitor needs you' : `${items.length} forms of visitors need you`;
  const lines = items
    .slice(0, listed)
    .map(
      ({ reference, received_at: at }) =>
        `${reference}, received ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    );
  const more = items.length > listed ? [`… and ${items.length - listed} more`] : [];
  const why = `The API host refused ${isOne ? 'this form' : 'these forms'} when it was up again. ${isOne ? 'It is' : 'They are'} kept until you look:`;
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
