import type { Id } from '#shared/id.ts';
import type { Role } from '#shared/roles.ts';
import { isEmail } from '#shared/schemas/field-formats.ts';
import type { Site } from '#shared/schemas/site.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import type { RowId } from '../../database/row-id.ts';
import { asDay } from './templates/days.ts';
import { deskLink } from './templates/desk-link.ts';
import { greeting } from './templates/greeting.ts';
import { type Letter, type Piece, type RenderedLetter, renderLetter } from './templates/letter.ts';
import { type OwnWords, ownWords } from './templates/own-words.ts';
import { type SecondStepChange, secondStepChanged } from './templates/second-step-changed.ts';
import { type StudioNewMessage, studioNewMessage } from './templates/studio-new-message.ts';

interface AccountInvite {
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
function accountInvite({ name, role, by, address }: AccountInvite, site: Site): Letter {
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

/** True for mails that an admin wrote; all others are automatic. */
export function isByHand(kind: string): boolean {
  return kind === 'candidate.mail' || kind === 'message.answer';
}

export interface RenderedMail extends RenderedLetter {
  /** Null: the mail goes to the studio. */
  recipient: string | null;
  replyTo: string | null;
}

/** The key of the task that sends a written mail. */
export const writtenKey = (id: RowId) => `written-${id}`;

/** The payload of a task of the outbox, as JSON. */
export interface QueuedMail extends RenderedMail {
  /** The Message-ID is made from this key, so it is the same at every attempt. */
  messageKey: string;
  /** The row in `kept_mails` of a mail that an admin wrote. */
  written?: RowId;
}

/** Returns the task that sends a mail. */
export function taskOf(kind: string, mail: QueuedMail, due: number) {
  const payload = Buffer.from(JSON.stringify(mail));
  const key = mail.written === undefined ? mail.messageKey : writtenKey(mail.written);
  return {
    kind,
    key,
    state: 'waiting',
    run_at: due,
    created_at: due,
    payload,
    bytes: payload.length,
  } as const;
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

interface AccountReset {
  kind: 'account.reset';
  to: string;
  name: string;
  /** ISO time of the request. */
  at: string;
  /** The URL of the link. It grants access, so no other mail and no log may contain it. */
  address: string;
}

/** Mail to an admin who has forgotten their password, or whose email address another person has typed. */
function accountReset({ name, at, address }: AccountReset, site: Site): Letter {
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

interface StudioNewApplicant {
  kind: 'studio.newApplicant';
  id: Id;
  name: string;
  /** The applicant's email address, to which replies go. */
  email: string;
  reference: string;
  /** Null for an application without a job. */
  jobTitle: string | null;
}

/**
 * Mail to the studio about a new application. It contains only a part of the application: the rest can be read only
 * after signing in.
 */
function studioNewApplicant(mail: StudioNewApplicant, publicUrl: URL): Letter {
  const job = mail.jobTitle ?? 'No particular job';
  return {
    subject: `New application: ${mail.name} (${job})`,
    pieces: [
      { paragraph: 'A new application has arrived. To answer, reply to this email.' },
      {
        facts: [
          ['Name', mail.name],
          ['Job', job],
          ['Reference', mail.reference],
        ],
      },
      { link: 'Open the application', address: deskLink('adminApplicants', 'applicant', mail.id, publicUrl) },
    ],
  };
}

interface MessageReceipt {
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
function messageReceipt(mail: MessageReceipt, site: Site): Letter {
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

interface ApplicantConfirmation {
  kind: 'applicant.confirmation';
  to: string;
  name: string;
  reference: string;
  /** Null for an application without a job. */
  jobTitle: string | null;
  /** ISO time until which the application is stored. */
  retainUntil: string;
}

/** Mail to the applicant. It does not reveal whether they applied before. */
function applicantConfirmation(mail: ApplicantConfirmation, site: Site): Letter {
  const words = wordsOf(site.language);
  const { reference, jobTitle: job } = mail;
  return {
    subject:
      job === null
        ? words('mail.applicationSubject', { reference })
        : words('mail.applicationSubjectFor', { reference, job }),
    language: site.language,
    pieces: [
      { paragraph: greeting(mail.name, site.language) },
      {
        paragraph: words('mail.thanks', { name: site.name }),
      },
      {
        facts: [
          [words('mail.reference'), reference],
          [words('mail.job'), job ?? words('mail.noJob')],
        ],
      },
      {
        paragraph: words('mail.quote', { email: site.email }),
      },
      {
        paragraph: words('mail.kept', { day: asDay(mail.retainUntil, site.language) }),
      },
      { paragraph: words('mail.notYou') },
    ],
  };
}
