import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { Role } from '#shared/roles.ts';
import type { Site } from '#shared/schemas/site.ts';
import { languageOf } from '#shared/text-direction.ts';
import { isEmail } from '#shared/text-formats.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { type Language, languageNames, localeOf } from '#shared/words/language.ts';
import type { RowId } from '../../database/types.ts';
import { type Letter, type Piece, type RenderedLetter, renderLetter } from './letter.ts';

/** True for mails that an admin wrote; all others are automatic. */
export function isByHand(kind: string) {
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

/** The company that a mail comes from, and its site. */
interface From {
  site: Site;
  publicUrl: URL;
}

/** A person who gets a mail. */
interface To {
  to: string;
  name: string | null;
}

/** A link grants access, so no other mail and no log may contain its address. */
interface Linked extends To {
  address: string;
}

interface Application {
  name: string;
  reference: string;
  /** Null for an application without a job. */
  jobTitle: string | null;
}

/** A mail that an admin wrote. The whole text is by the admin: no greeting or signature is added. */
interface OwnWords {
  to: string;
  /** The sender's email address, to which replies go. Null if it is not a valid address. */
  email: string | null;
  subject: string;
  body: string;
}

const roleWords: Record<Role, string> = {
  owner: 'an owner',
  editor: 'an editor',
  recruiter: 'a recruiter',
  reader: 'a reader',
};

const changes = {
  'totp.added': 'An authenticator app was added to your account. Sign-in asks for its code from now on.',
  'totp.removed': 'The authenticator app was removed from your account.',
  'passkey.added': 'A passkey was added to your account. It signs you in without the password.',
  'passkey.removed': 'A passkey was removed from your account.',
  'codes.made': 'New recovery codes were made for your account. The old ones no longer work.',
  takenOff:
    'An owner has removed the second step of your account: only your password is needed now. Add an authenticator app or a passkey again on your account page.',
};

/** The texts of each mail of the product, by its kind. */
const letters = {
  /** To a person who is invited to work on the site, by the admin `by`. */
  'account.invite': ({ name, role, by, address }: Linked & { role: Role; by: string }, { site }: From) =>
    letter(
      `Your invitation to ${site.name}`,
      greeting(name),
      `${by} invites you to work on the website of ${site.name} as ${roleWords[role]}. Choose a password to accept.`,
      { link: 'Accept the invitation', address },
      'The link works once, for 7 days, and for anyone who has it: please do not forward this email. If you did not expect it, you can ignore it.',
    ),

  /** To an admin who has forgotten their password, or whose address another person has typed, at the ISO time `at`. */
  'account.reset': ({ name, at, address }: Linked & { at: string }, { site }: From) =>
    letter(
      `Set a new password for ${site.name}`,
      greeting(name),
      `Someone, probably you, asked for a new password for your account at ${site.name} on ${asDay(at)} at ${at.slice(11, 16)} UTC.`,
      { link: 'Set a new password', address },
      'The link works once, for one hour from then. It signs you out everywhere. If you did not ask for it, ignore this email: your password stays the same.',
    ),

  /**
   * To the admin whose sign-in has changed, since another person may have made the change. The mail has no link: it must
   * not resemble the mails with which thieves ask people to sign in.
   */
  'account.secondStep': ({ name, change }: To & { change: keyof typeof changes }) =>
    letter(
      'Your sign-in has changed',
      greeting(name),
      changes[change],
      'If this was not you, or you did not ask for it, change your password now and tell an owner of the site.',
    ),

  /** To the applicant. It does not reveal whether they applied before. */
  'applicant.confirmation'(
    { name, reference, jobTitle: job, retainUntil }: Application & { to: string; retainUntil: string },
    { site }: From,
  ) {
    const { language, email } = site;
    const words = wordsOf(language);
    const said = letter(
      job === null
        ? words('mail.applicationSubject', { reference })
        : words('mail.applicationSubjectFor', { reference, job }),
      greeting(name, language),
      words('mail.thanks', { name: site.name }),
      {
        facts: [
          [words('mail.reference'), reference],
          [words('mail.job'), job ?? words('mail.noJob')],
        ],
      },
      words('mail.quote', { email }),
      words('mail.kept', { day: asDay(retainUntil, language) }),
      words('mail.notYou'),
    );
    return { ...said, language };
  },

  /** To the studio. It contains only a part of the application: the rest can be read only after signing in. */
  'studio.newApplicant'(
    { id, name, reference, jobTitle }: Application & { id: Id; email: string },
    { publicUrl }: From,
  ) {
    const job = jobTitle ?? 'No particular job';
    return letter(
      `New application: ${name} (${job})`,
      'A new application has arrived. To answer, reply to this email.',
      {
        facts: [
          ['Name', name],
          ['Job', job],
          ['Reference', reference],
        ],
      },
      {
        link: 'Open the application',
        address: new URL(`${pathTo('adminApplicants')}?applicant=${id}`, publicUrl).href,
      },
    );
  },

  /**
   * To the person who wrote to the studio, or asks for the deletion of an account until `dueAt` (ISO). Their text is not
   * repeated, since anyone can have this mail sent to any email address.
   */
  'message.receipt'(
    { name, message }: To & { message: { type: 'contact' } | { type: 'account_deletion'; dueAt: string } },
    { site }: From,
  ) {
    const { language, email } = site;
    const words = wordsOf(language);
    const hello = greeting(name, language);
    const said =
      message.type === 'contact'
        ? letter(words('mail.messageSubject'), hello, words('mail.messageThanks', { name: site.name }))
        : letter(
            words('mail.deletionSubject'),
            hello,
            words('mail.deletion'),
            { facts: [[words('mail.doneBy'), asDay(message.dueAt, language)]] },
            words('mail.questions', { email }),
          );
    return { ...said, language, pieces: [...said.pieces, { paragraph: words('mail.notWriter') }] };
  },

  /** To the studio, about a new message of `email`. */
  'studio.newMessage'(
    {
      id,
      name,
      email,
      message,
    }: {
      id: Id;
      name: string | null;
      email: string;
      message:
        | { type: 'contact'; subject: string; text: string }
        | {
            type: 'account_deletion';
            appName: string;
            accountIdentifier: string;
            text: string | null;
            dueAt: string;
          };
    },
    { publicUrl }: From,
  ) {
    const address = new URL(`${pathTo('adminMessages')}?message=${id}`, publicUrl).href;
    const link = { link: 'Open the message', address };
    const writer: [string, string] = ['From', name === null ? email : `${name}, ${email}`];
    if (message.type === 'contact')
      return letter(
        `New message: ${message.subject}`,
        'A message has arrived through the contact form. To answer, reply to this email.',
        { facts: [writer, ['Subject', message.subject]] },
        { quote: message.text },
        link,
      );
    return letter(
      `Account deletion: ${message.appName}, due ${asDay(message.dueAt)}`,
      'Someone has requested the deletion of an account. To answer, reply to this email.',
      {
        facts: [
          writer,
          ['App', message.appName],
          ['Account', message.accountIdentifier],
          ['Due', asDay(message.dueAt)],
        ],
      },
      ...(message.text === null ? [] : [{ quote: message.text }]),
      'Verify that the account is theirs before you delete it.',
      link,
    );
  },

  'candidate.mail': ownWords,
  'message.answer': ownWords,
};

/** Every mail of the product, with the data of its template. */
export type Mail = {
  [Kind in keyof typeof letters]: { kind: Kind } & Parameters<(typeof letters)[Kind]>[0];
}[keyof typeof letters];

/** Makes the contents of a mail in the language of its text; empty lines separate the paragraphs. */
function ownWords({ subject, body }: OwnWords): Letter {
  const paragraphs = body.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  const written = languageOf(body);
  return { ...letter(subject, ...paragraphs), language: languageNames.find((name) => name === written) };
}

/** Makes a letter; texts are paragraphs. */
function letter(subject: string, ...pieces: (string | Piece)[]): Letter {
  return {
    subject,
    pieces: pieces.map((piece) => (typeof piece === 'string' ? { paragraph: piece } : piece)),
  };
}

/** Formats the day of an ISO time: 21 May 2027. */
function asDay(iso: string, language: Language = 'en') {
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(localeOf(language), options).format(new Date(iso));
}

/**
 * Returns the first line of a mail to a visitor. Anyone can have such a mail sent to any email address, under any
 * name. So a "name" that contains a web address or is as long as an advertisement is not repeated: the studio's mails
 * cannot be used for spam.
 */
export function greeting(name: string | null, language: Language = 'en') {
  const words = wordsOf(language);
  const given = name?.trim() ?? '';
  return isPlainName(given) ? words('mail.helloName', { name: given }) : words('mail.hello');
}

/**
 * True for letters of any script with their joining characters. A dot may end an initial ("J. R. Khan"); between
 * letters it would be part of a web address.
 */
function isPlainName(name: string) {
  return name.length <= 60 && /^\p{L}(\p{L}|\p{M}|\p{Pd}|\u200c|\u200d|\.(?=\s|$)|[ '’])*$/u.test(name);
}
