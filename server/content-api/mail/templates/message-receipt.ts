import type { Site } from '#shared/schemas/site.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { asDay } from './days.ts';
import { greeting } from './greeting.ts';
import type { Letter, Piece } from './letter.ts';

export interface MessageReceipt {
  kind: 'message.receipt';
  to: string;
  name: string | null;
  /** A message to the studio, or a request to delete an account, with the ISO time by which the request is due. */
  message: { type: 'contact' } | { type: 'account_deletion'; dueAt: string };
}

/**
 * Mail to the person who wrote to the studio. Their text is not repeated, since anyone can have this mail sent to any
 * email address.
 */
export function messageReceipt(mail: MessageReceipt, site: Site): Letter {
  const words = wordsOf(site.language);
  const isContact = mail.message.type === 'contact';
  return {
    subject: words(isContact ? 'mail.messageSubject' : 'mail.deletionSubject'),
    language: site.language,
    pieces: [
      { paragraph: greeting(mail.name, site.language) },
      ...(mail.message.type === 'contact'
        ? [{ paragraph: words('mail.messageThanks', { name: site.name }) }]
        : deletionReceipt(mail.message.dueAt, site)),
      { paragraph: words('mail.notWriter') },
    ],
  };
}

function deletionReceipt(dueAt: string, { email, language }: Site): Piece[] {
  const words = wordsOf(language);
  return [
    { paragraph: words('mail.deletion') },
    { facts: [[words('mail.doneBy'), asDay(dueAt, language)]] },
    { paragraph: words('mail.questions', { email }) },
  ];
}
