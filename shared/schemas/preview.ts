import { z } from 'zod';
import { deskMessages } from '../desk-messages.ts';
import { type Fields, isPreviewed, namesWhere } from '../entities/entity.ts';
import type { Field } from '../entities/field.ts';
import { job } from '../entities/job.ts';
import { post } from '../entities/post.ts';
import { project } from '../entities/project.ts';
import { isAllowedImage } from '../html-policy.ts';
import { limits, MIB } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import { fieldsOf, jsonRecord, oneOf, optionalBinary } from './fields.ts';
import { idParameter, idSchema, optionalIdField } from './id.ts';

/** Kinds of records with a public page, which can show a draft. */
const previewResources = ['blog', 'project', 'job'] as const;
export type PreviewResource = (typeof previewResources)[number];

/** The numbers of days for which a preview link can be valid; 7 is the default. */
export const previewDays = [1, 7, 30] as const;

export const previewLimits = {
  /** Maximum number of valid links per record. */
  links: 10,
  /** Maximum total size of the drafts that are stored for preview links, in bytes. */
  bytes: 512 * MIB,
  /**
   * The lifetime, in minutes, of a preview that only its admin uses. `own` is the maximum number of such previews of
   * one admin.
   */
  ownMinutes: 60,
  own: 5,
} as const;

const text = (max: number) =>
  z
    .string(messages['field.notText'])
    .max(max, messageText('field.tooLong', { limit: max }))
    .nullish()
    .transform((given) => given ?? '');

/** Rich text without a limit of its own: the size of the body limits it. */
const richText = z.string(messages['field.notText']);
const image = z.string(messages['field.notText']).refine(isAllowedImage, deskMessages['preview.badImage']);
const amount = z.number(messages['field.notInteger']).nullable();
const whole = z.number().int();
// May be missing, as the texts may: a draft saved by an older release lacks the fields that came later.
const optionalWhole = whole.nullish().transform((given) => given ?? null);
const optionalFile = image.nullish().transform((given) => given ?? null);

/** The schema of one field of a draft. A draft may be incomplete. */
type DraftOf<Named extends Field> = Named extends { words: infer Words extends readonly string[] }
  ? z.ZodNullable<z.ZodEnum<{ [Word in Words[number]]: Word }>>
  : Named['kind'] extends 'rich'
    ? typeof richText
    : Named['kind'] extends 'reference'
      ? z.ZodNullable<typeof idSchema>
      : Named['kind'] extends 'picture' | 'video' | 'captions'
        ? typeof optionalFile
        : Named['kind'] extends 'pictures'
          ? z.ZodArray<typeof image>
          : Named['kind'] extends 'amount'
            ? typeof amount
            : Named extends { kind: 'number'; stored: 'nullable' }
              ? typeof optionalWhole
              : Named['kind'] extends 'flag' | 'number' | 'order'
                ? typeof whole
                : ReturnType<typeof text>;

type IsPreviewed<Named extends Field> = Named extends
  | { apart: true }
  | { not: readonly ['previews', ...string[]] }
  ? false
  : Named['input'] extends z.ZodType
    ? true
    : Named['kind'] extends 'picture' | 'pictures' | 'video' | 'captions'
      ? true
      : false;

type DraftShape<Named extends Fields> = {
  -readonly [Name in keyof Named as IsPreviewed<Named[Name]> extends true ? Name : never]: DraftOf<
    Named[Name]
  >;
};

function draftOf({ kind, words, stored, max = limits.line, most = 0 }: Field): z.ZodType {
  if (words) return z.enum(words).nullable();
  switch (kind) {
    case 'rich':
      return richText;
    case 'reference':
      return idSchema.nullable();
    case 'picture':
    case 'video':
    case 'captions':
      return optionalFile;
    case 'pictures':
      // Twice the limit, so that a form with too many pictures can still be previewed.
      return z.array(image).max(most * 2);
    case 'amount':
      return amount;
    case 'flag':
    case 'number':
    case 'order':
      return stored === 'nullable' ? optionalWhole : whole;
    default:
      return text(max);
  }
}

function draftSchema<Named extends Fields>(fields: Named) {
  const shape = namesWhere(fields, isPreviewed).map((name) => [name, draftOf(fields[name] as Field)]);
  return fieldsOf(Object.fromEntries(shape) as DraftShape<Named>);
}

/** The content of a draft, which may be incomplete: a half-filled form can still be previewed. */
export const draftSchemas = {
  blog: draftSchema(post.fields),
  project: draftSchema(project.fields),
  job: draftSchema(job.fields),
};

const draftNames = [...new Set(Object.values(draftSchemas).flatMap(({ shape }) => Object.keys(shape)))];

export type Draft<Resource extends PreviewResource> = z.infer<(typeof draftSchemas)[Resource]>;

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
  /** The content, as in `draftSchemas`: of other names, which may be thousands, nothing is kept. */
  draft: jsonRecord.transform((draft) =>
    Object.fromEntries(
      draftNames.filter((name) => Object.hasOwn(draft, name)).map((name) => [name, draft[name]]),
    ),
  ),
};

export const contentPreviewSchema = fieldsOf({ resource: oneOf(['blog', 'project']), ...saved });
export const jobPreviewSchema = fieldsOf(saved);
export type PreviewInput = z.infer<typeof contentPreviewSchema>;

const rowQuery = { id: idParameter.optional() };
export const contentPreviewsQuery = z.object({
  resource: z
    .enum(['blog', 'project'], messageText('field.notOneOf', { list: 'blog, project' }))
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

/** The content behind a preview link: the record as a visitor would read it. */
export const shownPreviewSchema = z.object({
  resource: z.enum(previewResources),
  entity: z.looseObject({ id: idSchema, description: z.string() }),
  own: z.coerce.number().int(),
  updated_at: z.string(),
  expires_at: z.string(),
});
