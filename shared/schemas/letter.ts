import { z } from 'zod';
import { textOf } from '../desk-messages.ts';
import { fieldsOf, line, oneOf, optionalBinary, optionalOneOf, paragraphs, version } from './fields.ts';
import { idField, idParameter, idSchema } from './id.ts';

/** Lengths and times of mails that admins write (docs/product.md §19). */
export const letterLimits = {
  /** Characters. */
  subject: 200,
  /** Characters. */
  body: 10_000,
  /** How long a mail is held that can be taken back. */
  holdMinutes: 60,
  /** Within so long nobody else mails the same person without being told. */
  again: 10,
  /** Mails of one history that are shown, the newest. */
  shown: 200,
  /** Persons of one call. */
  ids: 500,
} as const;

/** What stands in braces in a template, and is filled in for each person. */
const placeholders = ['name', 'job', 'company', 'sender', 'reference'] as const;
type Placeholder = (typeof placeholders)[number];

/** Something in braces on one line, as a placeholder looks; `{}` and long passages are text. */
const mark = /\{([^{}\r\n]{1,40})\}/g;

/** Something to write in before a mail is sent: the gaps of the original texts, and `(?salary)` for those of other texts. */
const gap = /\((?:your question|date|amount|place|\?\s*\p{L}[^()\r\n]{0,39})\)/gu;

type PlaceholderValues = Record<Placeholder, string>;

/** Puts the values in, in one pass: braces in a value stay what they are. Unknown marks stay as well. */
export function fillPlaceholders(text: string, values: Partial<PlaceholderValues>): string {
  return text.replace(mark, (whole, name: string) => (isPlaceholder(name) ? (values[name] ?? whole) : whole));
}

/** The values that can be put into a text before it is edited: one with a mark or gap of its own is put in only when a mail is sent. */
export function plainValues(values: PlaceholderValues): Partial<PlaceholderValues> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => !hasPlaceholder(value) && gapsOf(value).length === 0),
  );
}

/** True if the text has anything that looks like a placeholder. */
export function hasPlaceholder(text: string): boolean {
  return text.search(mark) !== -1;
}

/** The gaps of a text, each once, with their brackets. */
function gapsOf(text: string): string[] {
  return [...new Set(text.match(gap))];
}

function isPlaceholder(name: string): name is Placeholder {
  return (placeholders as readonly string[]).includes(name);
}

/** The marks that are no placeholder, each once, with their braces. */
function unknownPlaceholders(text: string): string[] {
  const names = [...text.matchAll(mark)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => !isPlaceholder(name)))].map((name) => `{${name}}`);
}

/** The placeholders as people type them. */
export const placeholderList = placeholders.map((name) => `{${name}}`).join(', ');

function knownOnly(text: string, context: { addIssue: (message: string) => void }): void {
  const unknown = unknownPlaceholders(text);
  if (unknown.length === 0) return;
  context.addIssue(
    textOf('letter.unknownPlaceholder', { unknown: unknown.join(', '), known: placeholderList }),
  );
}

function noGaps(text: string, context: { addIssue: (message: string) => void }): void {
  const gaps = gapsOf(text);
  if (gaps.length > 0) context.addIssue(textOf('letter.gaps', { gaps: gaps.join(', ') }));
}

/** Subject and body before the placeholders are filled: a template may have gaps. */
const templateWords = {
  subject: line(letterLimits.subject, 'field.required').superRefine(knownOnly),
  body: paragraphs(letterLimits.body, 'field.required').superRefine(knownOnly),
};

/** Subject and body of a mail before the placeholders are filled. */
const words = {
  subject: templateWords.subject.superRefine(noGaps),
  body: templateWords.body.superRefine(noGaps),
};

/** What templates there are; their texts are the engine's until somebody writes others. */
export const mailTemplateNames = ['received', 'invite', 'information', 'offer', 'rejection'] as const;
export type MailTemplateName = (typeof mailTemplateNames)[number];

export const mailTemplateSchema = z.object({
  name: z.enum(mailTemplateNames),
  subject: z.string(),
  body: z.string(),
  /** 1 when somebody has written it here. */
  is_own: z.coerce.number().int(),
  who: z.string().nullish(),
  /** Its version; a text of ours has one too, so that two who begin with it do not overwrite each other. */
  updated_at: z.string(),
});

export type MailTemplate = z.infer<typeof mailTemplateSchema>;

export const mailTemplatesSchema = z.object({
  templates: z.array(mailTemplateSchema),
  /** 0 when no mail server is set: mails wait. */
  sends: z.coerce.number().int(),
  /** Where answers go: the address of whoever asks; null when it is none, and they go to the site's own. */
  reply_to: z.string().nullish(),
});

export const templateChangeSchema = fieldsOf({
  name: oneOf(mailTemplateNames),
  ...templateWords,
  updated_at: version(),
});

export const templateResetSchema = fieldsOf({ name: oneOf(mailTemplateNames) });

/** The query of getMailTemplates: the texts are filled in for this applicant. */
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

/** held: can be taken back; waiting: due, and not sent yet. */
const letterStates = ['held', 'waiting', 'sent', 'failed', 'undone'] as const;

/** A mail that somebody wrote here, as the history keeps it. */
export const letterSchema = z.object({
  id: idSchema,
  template: z.string().nullish(),
  to: z.string(),
  reply_to: z.string().nullish(),
  subject: z.string(),
  body: z.string(),
  who: z.string(),
  state: z.enum(letterStates),
  /** When it is due, or was. */
  send_at: z.string(),
  sent_at: z.string().nullish(),
  /** Why it failed, or why the last attempt did. */
  problem: z.string().nullish(),
  /** 1 as long as it can be taken back. */
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

/** The body of sendCandidateMails: one mail to each. The same `key` again sends nothing again. */
export const letterSendSchema = fieldsOf({
  ids: someIds(),
  template: optionalOneOf(mailTemplateNames),
  ...words,
  hold: optionalBinary(),
  key: key(),
  /** 1: also where a colleague has mailed the same person just now. */
  again: optionalBinary(),
});

export const sentLettersSchema = z.object({
  mails: z.array(
    letterSchema.pick({ id: true, to: true, state: true, send_at: true }).extend({ applicant: idSchema }),
  ),
  /** Who gets none, and why. */
  skipped: z.array(z.object({ applicant: idSchema, name: z.string(), reason: z.string() })),
});

export const letterUndoSchema = fieldsOf({ ids: someIds() });

export const undoneLettersSchema = z.object({
  undone: z.array(idSchema),
  /** Those that were on their way already. */
  late: z.array(idSchema),
});
