import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';

export interface SecondStepChange {
  kind: 'account.secondStep';
  to: string;
  name: string | null;
  change: keyof typeof texts;
}

const texts = {
  'totp.added': 'An authenticator app was added to your account. Sign-in asks for its code from now on.',
  'totp.removed': 'The authenticator app was removed from your account.',
  'passkey.added': 'A passkey was added to your account. It signs you in without the password.',
  'passkey.removed': 'A passkey was removed from your account.',
  'codes.made': 'New recovery codes were made for your account. The old ones no longer work.',
  takenOff:
    'An owner has removed the second step of your account: only your password is needed now. Add an authenticator app or a passkey again on your account page.',
} as const;

/**
 * Mail to the admin whose sign-in has changed, since another person may have made the change. The mail has no link:
 * it must not resemble the mails with which thieves ask people to sign in.
 */
export function secondStepChanged(mail: SecondStepChange): Letter {
  return {
    subject: 'Your sign-in has changed',
    pieces: [
      { paragraph: greeting(mail.name) },
      { paragraph: texts[mail.change] },
      {
        paragraph:
          'If this was not you, or you did not ask for it, change your password now and tell an owner of the site.',
      },
    ],
  };
}
