import type { Site } from '#shared/schemas/site.ts';
import { asDay } from './days.ts';
import { greeting } from './greeting.ts';
import type { Letter, Piece } from './letter.ts';

export interface MessageReceipt {
  kind: 'message.receipt';
  to: string;
  name: string | null;
  /** A message to the studio, or a request to delete an account, with the ISO time by which that is due. */
  message: { type: 'contact' } | { type: 'account_deletion'; dueAt: string };
}

/** To the person who wrote. What they wrote is not repeated: anybody can have this mail sent to any address. */
export function messageReceipt(mail: MessageReceipt, site: Site): Letter {
  const [subject, said] =
    mail.message.type === 'contact'
      ? contactReceipt(site)
      : (['We have your request to delete an account', deletionReceipt(mail.message.dueAt, site)] as const);
  return {
    subject,
    pieces: [
      { paragraph: greeting(mail.name) },
      ...said,
      { paragraph: 'You did not write to us? Then somebody gave your address by mistake; please tell us.' },
    ],
  };
}

const contactReceipt = ({ name }: Site): readonly [string, readonly Piece[]] => [
  'We have your message',
  [
    {
      paragraph: `Thank you for writing to ${name}. Your message has reached us, and a person will read and answer it.`,
    },
  ],
];

function deletionReceipt(dueAt: string, { email }: Site): Piece[] {
  return [
    {
      paragraph:
        'Your request to delete an account and what is stored with it has reached us. We may write to you to make sure that the account is yours.',
    },
    { facts: [['Done at the latest', asDay(dueAt)]] },
    { paragraph: `Questions about it go to ${email}.` },
  ];
}
