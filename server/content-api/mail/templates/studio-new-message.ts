import type { Id } from '#shared/id.ts';
import { asDay } from './days.ts';
import { deskLink } from './desk-link.ts';
import type { Letter } from './letter.ts';

export interface StudioNewMessage {
  kind: 'studio.newMessage';
  id: Id;
  name: string | null;
  /** The writer's email address, to which replies go. */
  email: string;
  message:
    | { type: 'contact'; subject: string; text: string }
    | {
        type: 'account_deletion';
        appName: string;
        accountIdentifier: string;
        text: string | null;
        /** ISO time by which the request is due. */
        dueAt: string;
      };
}

/** Makes the mail to the studio about a new message. */
export function studioNewMessage({ id, name, email, message }: StudioNewMessage, publicUrl: URL): Letter {
  const link = { link: 'Open the message', address: deskLink('adminMessages', 'message', id, publicUrl) };
  const writer: [string, string][] = [['From', name === null ? email : `${name}, ${email}`]];
  if (message.type === 'contact') {
    return {
      subject: `New message: ${message.subject}`,
      pieces: [
        { paragraph: 'A message has arrived through the contact form. To answer, reply to this email.' },
        { facts: [...writer, ['Subject', message.subject]] },
        { quote: message.text },
        link,
      ],
    };
  }
  return {
    subject: `Account deletion: ${message.appName}, due ${asDay(message.dueAt)}`,
    pieces: [
      { paragraph: 'Someone has requested the deletion of an account. To answer, reply to this email.' },
      {
        facts: [
          ...writer,
          ['App', message.appName],
          ['Account', message.accountIdentifier],
          ['Due', asDay(message.dueAt)],
        ],
      },
      ...(message.text === null ? [] : [{ quote: message.text }]),
      { paragraph: 'Verify that the account is theirs before you delete it.' },
      link,
    ],
  };
}
