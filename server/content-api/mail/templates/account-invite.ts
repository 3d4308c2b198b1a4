import type { Role } from '#shared/roles.ts';
import type { Site } from '#shared/schemas/site.ts';
import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';

export interface AccountInvite {
  kind: 'account.invite';
  to: string;
  name: string;
  role: Role;
  /** The name of the admin who invites. */
  by: string;
  /** The URL of the link. It grants access, so no other mail and no log may contain it. */
  address: string;
}

const roleWords: Record<Role, string> = {
  owner: 'an owner',
  editor: 'an editor',
  recruiter: 'a recruiter',
  reader: 'a reader',
};

/** Mail to a person who is invited to work on the site. */
export function accountInvite({ name, role, by, address }: AccountInvite, site: Site): Letter {
  return {
    subject: `Your invitation to ${site.name}`,
    pieces: [
      { paragraph: greeting(name) },
      {
        paragraph: `${by} invites you to work on the website of ${site.name} as ${roleWords[role]}. Choose a password to accept.`,
      },
      { link: 'Accept the invitation', address },
      {
        paragraph:
          'The link works once, for 7 days, and for anyone who has it: please do not forward this email. If you did not expect it, you can ignore it.',
      },
    ],
  };
}
