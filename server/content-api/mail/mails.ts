import { isEmail } from '#shared/schemas/field-formats.ts';
import type { Site } from '#shared/schemas/site.ts';
import type { RowId } from '../../database/row-id.ts';
import { type Letter, type RenderedLetter, renderLetter } from './letter.ts';
import { letters, type Mail } from './letters.ts';

/** True for mails that an admin wrote; all others are automatic. */
export function isByHand(kind: string): boolean {
  return kind === 'candidate.mail' || kind === 'message.answer';
}

/** The key of the task that sends a written mail. */
export const writtenKey = (id: RowId) => `written-${id}`;

/** The payload of a task of the outbox, as JSON. */
export interface QueuedMail extends RenderedLetter {
  /** Null: the mail goes to the studio. */
  recipient: string | null;
  replyTo: string | null;
  /** The Message-ID is made from this key, so it is the same at every attempt. */
  messageKey: string;
  /** The row in `kept_mails` of a mail that an admin wrote. */
  written?: RowId;
}

/** Returns the task that sends a mail. */
export function taskOf(kind: string, mail: QueuedMail, due: number) {
  const payload = Buffer.from(JSON.stringify(mail));
  const key = mail.written === undefined ? mail.messageKey : writtenKey(mail.written);
  const times = { run_at: due, created_at: due };
  return { kind, key, state: 'waiting', ...times, payload, bytes: payload.length } as const;
}

/**
 * Renders a mail of `site`. Undefined when the recipient's email address cannot be used in a header and an SMTP
 * command.
 */
export function renderMail(
  mail: Mail,
  publicUrl: URL,
  site: Site,
): Omit<QueuedMail, 'messageKey'> | undefined {
  const recipient = 'to' in mail ? mail.to : null;
  if (recipient !== null && !isEmail(recipient)) return undefined;
  const letter: Letter = letters[mail.kind](mail as never, { publicUrl, site });
  return {
    ...renderLetter(letter, publicUrl, site),
    recipient,
    replyTo: 'email' in mail && mail.email !== null && isEmail(mail.email) ? mail.email : null,
  };
}
