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
import { mail } from './en/mail.ts';
import { outside } from './en/outside.ts';
import type { privacy } from './en/privacy.ts';
import { team } from './en/team.ts';
import type { terms } from './en/terms.ts';
import { work } from './en/work.ts';
import { visitorMessages } from './visitor-messages.ts';

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
