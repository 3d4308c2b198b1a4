import { isEmail } from '#shared/schemas/field-formats.ts';
import type { Site } from '#shared/schemas/site.ts';
import { type AccountInvite, accountInvite } from './templates/account-invite.ts';
import { type AccountReset, accountReset } from './templates/account-reset.ts';
import { type ApplicantConfirmation, applicantConfirmation } from './templates/applicant-confirmation.ts';
import { type Letter, type RenderedLetter, renderLetter } from './templates/letter.ts';
import { type MessageReceipt, messageReceipt } from './templates/message-receipt.ts';
import { type OwnWords, ownWords } from './templates/own-words.ts';
import { type SecondStepChange, secondStepChanged } from './templates/second-step-changed.ts';
import { type StudioNewApplicant, studioNewApplicant } from './templates/studio-new-applicant.ts';
import { type StudioNewMessage, studioNewMessage } from './templates/studio-new-message.ts';

/** Every mail of the product, with the data of its template. */
export type Mail =
  | ApplicantConfirmation
  | StudioNewApplicant
  | MessageReceipt
  | SecondStepChange
  | StudioNewMessage
  | OwnWords
  | AccountInvite
  | AccountReset;
export type MailKind = Mail['kind'];

/** True for mails that an admin wrote; all others are automatic. */
export function isByHand(kind: string): boolean {
  return kind === 'candidate.mail' || kind === 'message.answer';
}

export interface RenderedMail extends RenderedLetter {
  /** Null: the mail goes to the studio. */
  recipient: string | null;
  replyTo: string | null;
}

/**
 * Renders a mail of `site`. Undefined when the recipient's email address cannot be used in a header and an SMTP
 * command.
 */
export function renderMail(mail: Mail, publicUrl: URL, site: Site): RenderedMail | undefined {
  const recipient = 'to' in mail ? mail.to : null;
  if (recipient !== null && !isEmail(recipient)) return undefined;
  return {
    ...renderLetter(letterOf(mail, publicUrl, site), publicUrl, site),
    recipient,
    replyTo: 'email' in mail && mail.email !== null && isEmail(mail.email) ? mail.email : null,
  };
}

function letterOf(mail: Mail, publicUrl: URL, site: Site): Letter {
  switch (mail.kind) {
    case 'applicant.confirmation':
      return applicantConfirmation(mail, site);
    case 'studio.newApplicant':
      return studioNewApplicant(mail, publicUrl);
    case 'message.receipt':
      return messageReceipt(mail, site);
    case 'account.secondStep':
      return secondStepChanged(mail);
    case 'studio.newMessage':
      return studioNewMessage(mail, publicUrl);
    case 'candidate.mail':
    case 'message.answer':
      return ownWords(mail);
    case 'account.invite':
      return accountInvite(mail, site);
    case 'account.reset':
      return accountReset(mail, site);
  }
}
