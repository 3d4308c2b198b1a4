import { apply } from './en/apply.ts';
import { apps } from './en/apps.ts';
import { blog } from './en/blog.ts';
import { careers } from './en/careers.ts';
import { contact } from './en/contact.ts';
import { defaults } from './en/defaults.ts';
import { deletion } from './en/deletion.ts';
import { forms } from './en/forms.ts';
import { frame } from './en/frame.ts';
import { home } from './en/home.ts';
import { jobFacts } from './en/job-facts.ts';
import { jobs } from './en/jobs.ts';
import type { legal } from './en/legal.ts';
import type { privacy } from './en/privacy.ts';
import { team } from './en/team.ts';
import type { terms } from './en/terms.ts';
import { work } from './en/work.ts';
import { visitorMessages } from './visitor-messages.ts';

/** Words of the mails that visitors get by themselves: for an application, a message, a request for deletion. */
const mail = {
  'mail.hello': 'Hello,',
  'mail.helloName': 'Hello {name},',
  'mail.applicationSubject': 'Your application {reference}',
  'mail.applicationSubjectFor': 'Your application {reference}: {job}',
  'mail.thanks': 'Thank you for applying to {name}. We have received your application, including your CV.',
  'mail.reference': 'Reference',
  'mail.job': 'Job',
  'mail.anyJob': 'a position with us',
  'mail.noJob': 'None (you applied without a position)',
  'mail.quote': 'A person will read it. If you write to us about it, please quote the reference: {email}.',
  'mail.kept':
    'We keep what you sent until {day} and then delete it. Write to us if you want it deleted sooner.',
  'mail.notYou': 'If you did not apply, someone gave your address by mistake. Please let us know.',
  'mail.messageSubject': 'We have received your message',
  'mail.messageThanks':
    'Thank you for writing to {name}. We have received your message. A person will read and answer it.',
  'mail.deletionSubject': 'We have received your deletion request',
  'mail.deletion':
    'We have received your request to delete an account and the data stored with it. We may write to you to make sure that the account is yours.',
  'mail.doneBy': 'To be done by',
  'mail.questions': 'If you have questions, write to {email}.',
  'mail.notWriter': 'If you did not write to us, someone gave your address by mistake. Please let us know.',
} as const;

/** Words of what only the server makes: feeds, share images, plain error pages, and pages by a link with a secret. */
const outside = {
  'feed.jobs': '{name}: open positions',
  'feed.jobsText': 'Jobs that are open at {name}.',
  'share.post': 'Publishing',
  'share.project': 'Portfolio',
  'share.category': 'Portfolio',
  'share.job': 'Open position',
  'errorPage.badAddress': 'This address doesn’t work',
  'errorPage.notSent': 'Nothing was sent',
  'errorPage.notHere': 'That doesn’t work here',
  'errorPage.refused': 'That doesn’t work',
  'errorPage.failed': 'Something went wrong',
  'errorPage.openForm': 'Open the form',
  'preview.label': 'About this preview',
  'preview.draft':
    '<strong>Preview.</strong> A draft as it was on {moment}; it is not public at this address.',
  'preview.own': 'Only for you: it works until {moment}.',
  'preview.shared': 'The link works until {moment}.',
  'preview.formOff': 'The form is switched off.',
  'deadLink.title': 'This link doesn’t work',
  'deadLink.why': 'It may have expired or been revoked, or it may be incomplete.',
  'deadLink.ask': 'Please ask the person who sent it to you for a new one.',
} as const;

/** All messages in English but those of the legal pages. The pages of browsers load only the parts that they show. */
export const english = {
  ...apply,
  ...apps,
  ...blog,
  ...careers,
  ...contact,
  ...defaults,
  ...deletion,
  ...forms,
  ...frame,
  ...home,
  ...jobFacts,
  ...jobs,
  ...mail,
  ...outside,
  ...team,
  ...visitorMessages,
  ...work,
} as const;

/** A whole other language: a text for every key. */
export type Translation = Record<keyof typeof english, string>;
/** The messages of the legal pages. They are long, so that only these pages load them in any language. */
export type LegalTranslation = Record<keyof (typeof legal & typeof privacy & typeof terms), string>;
