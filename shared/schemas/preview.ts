import { z } from 'zod';
import { type Fields, isPreviewed, namesWhere } from '../entities/entity.ts';
import type { Field } from '../entities/field.ts';
import { entities, type NameOf, type NameWith, namesWith } from '../entities/index.ts';
import { messages, messageText } from '../messages.ts';
import { plainText } from '../plain-text.ts';
import { fieldsOf, idParameter, idSchema, oneOf, optionalBinary, optionalIdField } from './fields.ts';

/** Kinds of records with a public page, which can show a draft. */
const previewed = namesWith('preview');
export type PreviewResource = NameWith<'preview'>;

/** Jobs have calls of their own, since others may write them. */
type ContentPreview = Extract<PreviewResource, NameOf<{ area: 'content' }>>;
/** The kinds that the calls of content are about. */
export const previewedContent = previewed.filter(
  (name): name is ContentPreview => entities[name].area === 'content',
);

/** The numbers of days for which a preview link can be valid; 7 is the default. */
export const previewDays = [1, 7, 30] as const;

export const previewLimits = {
  /** Maximum number of valid links per record. */
  links: 10,
  /** The lifetime, in minutes, of a preview that only its admin uses. */
  ownMinutes: 60,
} as const;

/**
 * Returns what a form contains so far, without its files. A half-filled form can be shown too: a text that breaks its
 * rule is shown as it was typed, any other such value counts as empty.
 */
export function readDraft(fields: Fields, typed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = namesWhere(fields, isPreviewed);
  return Object.fromEntries(names.map((name) => [name, drafted(fields[name] as Field, typed[name])]));
}

function drafted({ kind, input, fallback = null, max }: Field, typed: unknown) {
  if (kind === 'rich') return typeof typed === 'string' ? typed : '';
  const read = input?.safeParse(typed);
  if (read?.success) return read.data;
  const isText = typeof typed === 'string' && (kind === 'line' || kind === 'text');
  return isText ? plainText(typed).slice(0, max) : fallback;
}

const draftNames = previewed.flatMap((name) => namesWhere(entities[name].fields, isPreviewed));

const saved = {
  /** The record that the draft belongs to; null for a record that was never saved. */
  row_id: optionalIdField(),
  /** An existing link, which shows this draft from now on; no new link is made then. */
  link_id: optionalIdField(),
  days: z
    .union(
      previewDays.map((days) => z.literal(days)),
      messageText('field.notOneOf', { list: previewDays.join(', ') }),
    )
    .optional(),
  /** 1 for a preview that only the admin uses: valid for an hour, and not listed. */
  own: optionalBinary(),
  /** The fields of the form, for `readDraft`; other names, which may be thousands, are dropped. */
  draft: fieldsOf(Object.fromEntries(draftNames.map((name) => [name, z.unknown().optional()]))),
};

export const contentPreviewSchema = fieldsOf({ resource: oneOf(previewedContent), ...saved });
export const jobPreviewSchema = fieldsOf(saved);
export type PreviewInput = z.infer<typeof contentPreviewSchema>;

const rowQuery = { id: idParameter.optional() };
export const contentPreviewsQuery = z.object({
  resource: z
    .enum(previewedContent, messageText('field.notOneOf', { list: previewedContent.join(', ') }))
    .default('blog'),
  ...rowQuery,
});
export const jobPreviewsQuery = z.object(rowQuery);

/** A valid link. Its secret is returned once, when the link is created. */
export const previewLinkSchema = z.object({
  id: idSchema,
  who: z.string(),
  created_at: z.string(),
  /** Time of the last change to the draft. */
  updated_at: z.string(),
  expires_at: z.string(),
  secret: z.string().optional(),
});
export type PreviewLink = z.infer<typeof previewLinkSchema>;

/** The body of openPreview. The secret is in the body, because URLs get into logs. */
export const openPreviewSchema = fieldsOf({
  secret: z.string(messages['field.required']).regex(/^[\w-]{1,86}$/, messages['field.badCharacters']),
});

/** The places of rich text in the content behind a preview link. */
export const shownRichText = [
  ...new Set(previewed.flatMap((name) => namesWhere(entities[name].fields, ({ kind }) => kind === 'rich'))),
].map((field) => `data.entity.${field}`);

/** The content behind a preview link: the record as a visitor would read it. */
export const shownPreviewSchema = z.object({
  resource: z.enum(previewed),
  entity: z.looseObject({ id: idSchema, description: z.string() }),
  own: z.coerce.number().int(),
  updated_at: z.string(),
  expires_at: z.string(),
});
