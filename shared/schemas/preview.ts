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
import { fieldsOf, oneOf, optionalBinary } from './fields.ts';
import { idParameter, idSchema, optionalIdField } from './id.ts';

/** What has a public page that a draft can be shown as. */
const previewResources = ['blog', 'project', 'job'] as const;
export type PreviewResource = (typeof previewResources)[number];

/** For how many days a link may work; the second unless told. */
export const previewDays = [1, 7, 30] as const;

export const previewLimits = {
  /** Links of one thing that work. */
  links: 10,
  /** All drafts that are kept for links, in bytes. */
  bytes: 512 * MIB,
  /** How long an admin's own look at a draft lasts, in minutes, and how many of them there are. */
  ownMinutes: 60,
  own: 5,
} as const;

const text = (max: number) =>
  z
    .string(messages['field.notText'])
    .max(max, messageText('field.tooLong', { limit: max }))
    .nullish()
    .transform((given) => given ?? '');

/** The limit of a rich text is that of the body that it comes in. */
const richText = z.string(messages['field.notText']);
const image = z.string(messages['field.notText']).refine(isAllowedImage, deskMessages['preview.badImage']);
const amount = z.number(messages['field.notInteger']).nullable();
const whole = z.number().int();

/** A field as a draft has it: finished or not. */
type DraftOf<Named extends Field> = Named extends { words: infer Words extends readonly string[] }
  ? z.ZodNullable<z.ZodEnum<{ [Word in Words[number]]: Word }>>
  : Named['kind'] extends 'rich'
    ? typeof richText
    : Named['kind'] extends 'reference'
      ? z.ZodNullable<typeof idSchema>
      : Named['kind'] extends 'picture' | 'video'
        ? z.ZodNullable<typeof image>
        : Named['kind'] extends 'pictures'
          ? z.ZodArray<typeof image>
          : Named['kind'] extends 'amount'
            ? typeof amount
            : Named['kind'] extends 'flag' | 'number' | 'order'
              ? typeof whole
              : ReturnType<typeof text>;

type IsPreviewed<Named extends Field> = Named extends
  | { apart: true }
  | { not: readonly ['previews', ...string[]] }
  ? false
  : Named['input'] extends z.ZodType
    ? true
    : Named['kind'] extends 'picture' | 'pictures' | 'video'
      ? true
      : false;

type DraftShape<Named extends Fields> = {
  -readonly [Name in keyof Named as IsPreviewed<Named[Name]> extends true ? Name : never]: DraftOf<
    Named[Name]
  >;
};

function draftOf({ kind, words, max = limits.line, most = 0 }: Field): z.ZodType {
  if (words) return z.enum(words).nullable();
  switch (kind) {
    case 'rich':
      return richText;
    case 'reference':
      return idSchema.nullable();
    case 'picture':
    case 'video':
      return image.nullable();
    case 'pictures':
      // Those that are stored and as many new ones: a form that has too many is looked at all the same.
      return z.array(image).max(most * 2);
    case 'amount':
      return amount;
    case 'flag':
    case 'number':
    case 'order':
      return whole;
    default:
      return text(max);
  }
}

function draftSchema<Named extends Fields>(fields: Named) {
  const shape = namesWhere(fields, isPreviewed).map((name) => [name, draftOf(fields[name] as Field)]);
  return fieldsOf(Object.fromEntries(shape) as DraftShape<Named>);
}

/** What a draft holds, finished or not: a form that lacks half of it can be looked at all the same. */
export const draftSchemas = {
  blog: draftSchema(post.fields),
  project: draftSchema(project.fields),
  job: draftSchema(job.fields),
};

export type Draft<Resource extends PreviewResource> = z.infer<(typeof draftSchemas)[Resource]>;

const saved = {
  /** What it is a draft of; none for what was never saved. */
  row_id: optionalIdField(),
  /** The link that is to show this draft from now on, in place of a new link. */
  link_id: optionalIdField(),
  days: z
    .union(
      previewDays.map((days) => z.literal(days)),
      messageText('field.notOneOf', { list: previewDays.join(', ') }),
    )
    .optional(),
  /** 1: for the admin's own eyes, for an hour, in no list. */
  own: optionalBinary(),
  /** As `draftSchemas` has it. */
  draft: z.record(z.string(), z.unknown()),
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

/** A link that works. Its secret is told once, when it is made. */
export const previewLinkSchema = z.object({
  id: idSchema,
  who: z.string(),
  created_at: z.string(),
  /** Of the draft that it shows. */
  updated_at: z.string(),
  expires_at: z.string(),
  secret: z.string().optional(),
});
export type PreviewLink = z.infer<typeof previewLinkSchema>;

/** The body of openPreview. The secret stands here, since addresses get into logs. */
export const openPreviewSchema = fieldsOf({
  secret: z.string(messages['field.required']).regex(/^[\w-]{1,86}$/, messages['field.badCharacters']),
});

/** What a link shows: the thing as a visitor would read it. */
export const shownPreviewSchema = z.object({
  resource: z.enum(previewResources),
  entity: z.looseObject({ id: idSchema, description: z.string() }),
  own: z.coerce.number().int(),
  updated_at: z.string(),
  expires_at: z.string(),
});
