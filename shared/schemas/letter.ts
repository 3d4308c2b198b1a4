import { z } from 'zod';
import { textOf } from '../desk-messages.ts';
import { placeholdersOf } from '../placeholders.ts';
import { someOf } from '../some-of.ts';
import {
  fieldsOf,
  idField,
  idParameter,
  idSchema,
  line,
  oneOf,
  optionalBinary,
  optionalOneOf,
  paragraphs,
  version,
} from './fields.ts';

/** Limits of mails that admins write (docs/product.md §19). */
export const letterLimits = {
  /** The longest subject, in characters. */
  subject: 200,
  /** The longest text, in characters. */
  body: 10_000,
  /** The minutes for which a mail is held back, so that it can be cancelled. */
  holdMinutes: 60,
  /**
   * A warning is shown before a mail to a person to whom another admin has sent a mail within this number of minutes.
   */
  again: 10,
  /** Maximum number of mails that a history shows: the newest ones. */
  shown: 200,
  /** Maximum number of recipients of one call. */
  ids: 500,
} as const;

/** The placeholders of templates, which are filled in for each person. */
const placeholders = ['name', 'job', 'company', 'sender', 'reference'] as const;
type Placeholder = (typeof placeholders)[number];

/**
 * Matches text in braces on one line, which looks like a placeholder. `{}` and longer passages in braces are plain
 * text.
 */
const mark = /\{([^{}\r\n]{1,40})\}/g;

const { list: placeholderList, fill, unknownIn } = placeholdersOf(placeholders, mark);

export { placeholderList };

/**
 * Matches a gap that the sender must fill in before a mail is sent: one of the gaps of the built-in texts, or a
 * question mark with a word in brackets, such as `(?salary)`, in other texts.
 */
const gap = /\((?:your question|date|amount|place|\?\s*\p{L}[^()\r\n]{0,39})\)/gu;

type PlaceholderValues = Record<Placeholder, string>;

/** Fills in the values. Unknown placeholders, and those without a value, stay unchanged. */
export function fillPlaceholders(text: string, values: Partial<PlaceholderValues>) {
  return fill(text, (name) => values[name]);
}

/**
 * Returns the values that can be filled in before a text is edited. A value that itself looks like a placeholder or a
 * gap is not among them: it is filled in only when the mail is sent.
 */
export function plainValues(values: PlaceholderValues): Partial<PlaceholderValues> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => !hasPlaceholder(value) && gapsOf(value).length === 0),
  );
}

/** True if the text has anything that looks like a placeholder. */
export function hasPlaceholder(text: string) {
  return text.search(mark) !== -1;
}

/** Returns the gaps of a text, each once, with their brackets. */
function gapsOf(text: string) {
  return [...new Set(text.match(gap))];
}

function knownOnly(text: string, context: { addIssue: (message: string) => void }) {
  const unknown = unknownIn(text);
  if (unknown.length === 0) return;
  context.addIssue(textOf('letter.unknownPlaceholder', { unknown: someOf(unknown), known: placeholderList }));
}

function noGaps(text: string, context: { addIssue: (message: string) => void }) {
  const gaps = gapsOf(text);
  if (gaps.length > 0) context.addIssue(textOf('letter.gaps', { gaps: someOf(gaps) }));
}

/** Subject and body of a template, before the placeholders are filled. A template may have gaps. */
const templateWords = {
  subject: line(letterLimits.subject, 'field.required').superRefine(knownOnly),
  body: paragraphs(letterLimits.body, 'field.required').superRefine(knownOnly),
};

/** Subject and body of a mail, before the placeholders are filled. A mail must not have gaps. */
const words = {
  subject: templateWords.subject.superRefine(noGaps),
  body: templateWords.body.superRefine(noGaps),
};

/** Names of the templates. The engine supplies their texts until an admin writes others. */
export const mailTemplateNames = ['received', 'invite', 'information', 'offer', 'rejection'] as const;
export type MailTemplateName = (typeof mailTemplateNames)[number];

export const mailTemplateSchema = z.object({
  name: z.enum(mailTemplateNames),
  subject: z.string(),
  body: z.string(),
  /** 1 if an admin has written the text. */
  is_own: z.coerce.number().int(),
  who: z.string().nullish(),
  /**
   * The version of the text. A built-in text has one too, so that two admins who both start from it do not overwrite
   * each other.
   */
  updated_at: z.string(),
});

export type MailTemplate = z.infer<typeof mailTemplateSchema>;

export const mailTemplatesSchema = z.object({
  templates: z.array(mailTemplateSchema),
  /** 0 if no mail server is configured: mails wait in the outbox. */
  sends: z.coerce.number().int(),
  /**
   * The email address to which replies go: that of the signed-in admin. Null if the admin has no valid one; replies
   * then go to the site's own email address.
   */
  reply_to: z.string().nullish(),
});

export const templateChangeSchema = fieldsOf({
  name: oneOf(mailTemplateNames),
  ...templateWords,
  updated_at: version(),
});

export const templateResetSchema = fieldsOf({ name: oneOf(mailTemplateNames) });

/** The query of getMailTemplates: with an applicant, the texts are filled in for that person. */
export const templatesQuerySchema = z.object({ applicant_id: idParameter.optional() });

/** The body of previewCandidateMail. */
export const letterPreviewSchema = fieldsOf({ id: idField(), ...words });

export const previewedLetterSchema = z.object({
  to: z.string(),
  reply_to: z.string().nullish(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

/**
 * `held`: can still be cancelled. `waiting`: due, but not sent yet. `held_back`: not sent, because the applicant no
 * longer has the status that the mail speaks of, or was in the trash; waits to be sent or discarded by an admin.
 */
const letterStates = ['held', 'held_back', 'waiting', 'sent', 'failed', 'undone'] as const;

/** A mail that an admin wrote, as shown in the history of an applicant. */
export const letterSchema = z.object({
  id: idSchema,
  template: z.string().nullish(),
  to: z.string(),
  reply_to: z.string().nullish(),
  subject: z.string(),
  body: z.string(),
  who: z.string(),
  state: z.enum(letterStates),
  /** Time at which the mail is or was due. */
  send_at: z.string(),
  sent_at: z.string().nullish(),
  /** Why the mail was held back, or why it or the last attempt to send it failed. */
  problem: z.string().nullish(),
  /** 1 as long as the mail can be cancelled. */
  can_undo: z.coerce.number().int(),
  created_at: z.string(),
});

export type KeptLetter = z.infer<typeof letterSchema>;

const key = () => line(100, 'field.required');

function someIds() {
  const limit = textOf('letter.tooMany', { limit: letterLimits.ids });
  return z
    .array(idField(), textOf('letter.nobody'))
    .min(1, textOf('letter.nobody'))
    .max(letterLimits.ids, limit);
}

/**
 * The body of sendCandidateMails: one mail to each applicant. A repeated call with the same `key` sends no second
 * mail.
 */
export const letterSendSchema = fieldsOf({
  ids: someIds(),
  template: optionalOneOf(mailTemplateNames),
  ...words,
  hold: optionalBinary(),
  key: key(),
  /** 1: send even if a colleague has just mailed the same person. */
  again: optionalBinary(),
});

export const sentLettersSchema = z.object({
  mails: z.array(
    letterSchema.pick({ id: true, to: true, state: true, send_at: true }).extend({ applicant: idSchema }),
  ),
  /** Applicants who get no mail, and why. */
  skipped: z.array(z.object({ applicant: idSchema, name: z.string(), reason: z.string() })),
});

/** The body of undoCandidateMails and releaseCandidateMails. */
export const letterIdsSchema = fieldsOf({ ids: someIds() });

export const undoneLettersSchema = z.object({
  undone: z.array(idSchema),
  /** Mails that could not be cancelled, because they were already being sent. */
  late: z.array(idSchema),
});
