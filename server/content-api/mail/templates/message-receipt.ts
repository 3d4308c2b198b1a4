import type { Site } from '#shared/schemas/site.ts';
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
  const [subject, paragraphs] =
    mail.message.type === 'contact'
      ? contactReceipt(site)
      : (['We have received your deletion request', deletionReceipt(mail.message.dueAt, site)] as const);
  return {
    subject,
    pieces: [
      { paragraph: greeting(mail.name) },
      ...paragraphs,
      { paragraph: 'If you did not write to us, someone gave your address by mistake. Please let us know.' },
    ],
  };
}

const contactReceipt = ({ name }: Site): readonly [string, readonly Piece[]] => [
  'We have received your message',
  [
    {
      paragraph: `Thank you for writing to ${name}. We have received your message. A person will read and answer it.`,
    },
  ],
];

function deletionReceipt(dueAt: string, { email }: Site): Piece[] {
  return [
    {
      paragraph:
        'We have received your request to delete an account and the data stored with it. We may write to you to make sure that the account is yours.',
    },
    { facts: [['To be done by', asDay(dueAt)]] },
    { paragraph: `If you have questions, write to ${email}.` },
  ];
}
