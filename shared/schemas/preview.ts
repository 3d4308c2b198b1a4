import { z } from 'zod';
import { deskMessages } from '../desk-messages.ts';
import { isAllowedImage } from '../html-policy.ts';
import { limits, MIB } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import { fieldsOf, oneOf, optionalBinary } from './fields.ts';
import { idParameter, idSchema, optionalIdField } from './id.ts';
import { employmentTypes, locationTypes, salaryUnits } from './job-words.ts';

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

/** What a draft holds, finished or not: a form that lacks half of it can be looked at all the same. */
export const draftSchemas = {
  blog: fieldsOf({
    blog_title: text(limits.title),
    description: richText,
    blog_image: image.nullable(),
  }),
  project: fieldsOf({
    title: text(limits.title),
    description: richText,
    project_url: text(limits.url),
    category_id: idSchema.nullable(),
    images: z.array(image).max(limits.projectImages * 2),
    video: image.nullable(),
  }),
  job: fieldsOf({
    title: text(limits.title),
    department: text(limits.line),
    employment_type: z.enum(employmentTypes).nullable(),
    location_type: z.enum(locationTypes).nullable(),
    city: text(limits.line),
    region: text(limits.line),
    country: text(limits.line),
    description: richText,
    salary_min: amount,
    salary_max: amount,
    salary_currency: text(3),
    salary_unit: z.enum(salaryUnits).nullable(),
    show_salary: z.number().int(),
    openings: z.number().int(),
    closes_at: text(40),
  }),
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
