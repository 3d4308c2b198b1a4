import type { Site } from '#shared/schemas/site.ts';
import { asDay } from './days.ts';
import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';

export interface AccountReset {
  kind: 'account.reset';
  to: string;
  name: string;
  /** ISO time of the request. */
  at: string;
  /** The URL of the link. It grants access, so no other mail and no log may contain it. */
  address: string;
}

/** Mail to an admin who has forgotten their password, or whose email address another person has typed. */
export function accountReset({ name, at, address }: AccountReset, site: Site): Letter {
  return {
    subject: `Set a new password for ${site.name}`,
    pieces: [
      { paragraph: greeting(name) },
      {
        paragraph: `Someone, probably you, asked for a new password for your account at ${site.name} on ${asDay(at)} at ${at.slice(11, 16)} UTC.`,
      },
      { link: 'Set a new password', address },
      {
        paragraph:
          'The link works once, for one hour from then. It signs you out everywhere. If you did not ask for it, ignore this email: your password stays the same.',
      },
    ],
  };
}
