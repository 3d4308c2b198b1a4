import { z } from 'zod';
import { MIB } from '#shared/limits.ts';
import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { isDate, isDateTime, isStorable } from '#shared/schemas/field-formats.ts';
import { employmentTypes, jobStatuses, locationTypes, salaryUnits } from '#shared/schemas/job-words.ts';
import { messageStatuses, messageTypes } from '#shared/schemas/message.ts';
import { type EntityName, mediaPathForm } from './manifest.ts';

/**
 * The rows of an archive: one JSON object a line (docs/archive.md). Fields have the names of the contract (`shared/schemas`), and values
 * as the contract gives them; a picture, a video or a CV is a reference to a file of the archive. A field that is left out is not
 * known: whoever takes the row in puts there what a new one has. A field of another name is refused; what there is no field for goes into
 * `extra`.
 */

const text = z.string().refine(isStorable, 'has a NUL or half a character in it');
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'must be a moment such as 2026-12-31T23:59:59.000Z')
  .refine(isDateTime, 'is not in the calendar')
  .meta({ id: 'moment' });
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'must be a day such as 2026-12-31')
  .refine(isDate, 'is not in the calendar');
const binary = z.union([z.literal(0), z.literal(1)]);
const order = z.int().min(0);
const percent = z.int().min(0).max(100);

/** A positive whole number, or a text that stands for itself in an address. Ids of 7 and "7" are the same one. */
const archiveId = z
  .union([
    z.int().min(1).max(999_999_999_999_999),
    z
      .string()
      .regex(
        /^(?!0*[1-9]\d{0,14}$)[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$/,
        'is no id, or a number written as text',
      ),
  ])
  .meta({ id: 'id' });

/**
 * A file that a row names. `file` is its path in the archive, null when the bytes are not there; `address` is where it was, by which
 * texts name it, or from where it can be fetched.
 */
const mediaReference = z
  .strictObject({
    file: z.string().regex(mediaPathForm, 'is no path of a file of an archive').nullable(),
    address: text.min(1).max(4096),
    /** Its file name, as people know it. */
    name: text.max(255).optional(),
    /** What it shows, and the point that stays in sight, in percent of width and height. */
    alt: text.max(2000).optional(),
    focus_x: percent.optional(),
    focus_y: percent.optional(),
  })
  .meta({ id: 'media' });
export type MediaReference = z.infer<typeof mediaReference>;

/** A list of pictures, each with the id that it has there. */
const pictures = z.array(z.strictObject({ id: archiveId.optional(), image: mediaReference })).max(1000);

const common = {
  id: archiveId,
  created_at: moment.optional(),
  updated_at: moment.optional(),
  /** What the contract has no field for: authors, tags, what the source called it. Kept, given out again, and shown to nobody. */
  extra: z
    .record(z.string().max(100), z.unknown())
    .refine((extra) => JSON.stringify(extra).length <= MIB, 'is longer than 1 MiB')
    .optional(),
};

const told = {
  excerpt: text.nullish(),
  search_title: text.nullish(),
  search_description: text.nullish(),
  share_image: mediaReference.nullish(),
};

/** Pictures that the rich text names by their addresses. Those that stand in it as `data:` stay there. */
const textMedia = z.array(mediaReference).max(10_000).optional();

const category = z.strictObject({
  ...common,
  title: text,
  image: mediaReference.nullish(),
  tech_img: pictures.optional(),
  /** Titles under which it was found before. */
  former_titles: z.array(text).max(10_000).optional(),
});

const project = z.strictObject({
  ...common,
  title: text,
  description: text,
  images: pictures.optional(),
  video: mediaReference.nullish(),
  v_order: order.optional(),
  project_url: text.nullish(),
  category_id: archiveId,
  ...told,
  text_media: textMedia,
});

const post = z.strictObject({
  ...common,
  blog_title: text,
  description: text,
  blog_image: mediaReference.nullish(),
  is_active: binary,
  ...told,
  text_media: textMedia,
});

const job = z.strictObject({
  ...common,
  title: text,
  slug: text.optional(),
  department: text.optional(),
  employment_type: z.enum(employmentTypes),
  location_type: z.enum(locationTypes),
  city: text.nullish(),
  region: text.nullish(),
  country: text.nullish(),
  description: text,
  salary_min: z.number().nullish(),
  salary_max: z.number().nullish(),
  salary_currency: text.nullish(),
  salary_unit: z.enum(salaryUnits).nullish(),
  show_salary: binary.optional(),
  openings: z.int().min(1).optional(),
  status: z.enum(jobStatuses),
  v_order: order.optional(),
  posted_at: moment.nullish(),
  /** A day, or a moment. */
  closes_at: z.union([day, text.refine(isDateTime, 'is neither a day nor a moment')]).nullish(),
  text_media: textMedia,
});

const submission = z.strictObject({
  number: z.int().min(1),
  reference: text,
  name: text,
  email: text,
  phone: text.nullish(),
  city: text.nullish(),
  cover_letter: text.nullish(),
  portfolio_url: text.nullish(),
  linkedin_url: text.nullish(),
  source: text.nullish(),
  cv: mediaReference.nullish(),
  consent_at: moment,
  created_at: moment,
});

const applicant = z.strictObject({
  ...common,
  job_id: archiveId.nullish(),
  job_title: text.nullish(),
  status: z.enum(applicantStatuses),
  reject_reason: text.nullish(),
  rating: z.int().min(0).optional(),
  is_read: binary.optional(),
  retain_until: day.optional(),
  /** The first is what the applicant is known by. */
  submissions: z.array(submission).min(1).max(1000),
  notes: z
    .array(
      z.strictObject({
        id: archiveId.optional(),
        note: text,
        who: text.nullish(),
        created_at: moment,
        updated_at: moment.optional(),
      }),
    )
    .max(100_000)
    .optional(),
  events: z
    .array(
      z.strictObject({
        id: archiveId.optional(),
        type: z.enum(['submitted', 'status']),
        from: z.enum(applicantStatuses).nullish(),
        to: z.enum(applicantStatuses),
        who: text.nullish(),
        when: moment,
      }),
    )
    .max(100_000)
    .optional(),
});

const member = z.strictObject({
  ...common,
  name: text,
  designation: text,
  department: text.nullish(),
  image: mediaReference.nullish(),
  bio: text.nullish(),
  linkedin_url: text.nullish(),
  facebook_url: text.nullish(),
  v_order: order.optional(),
  is_active: binary.optional(),
});

const message = z.strictObject({
  ...common,
  type: z.enum(messageTypes),
  name: text.nullish(),
  email: text,
  phone: text.nullish(),
  subject: text.nullish(),
  message: text.nullish(),
  app_name: text.nullish(),
  account_identifier: text.nullish(),
  status: z.enum(messageStatuses),
  due_at: moment.nullish(),
  handled_at: moment.nullish(),
  reference: text.nullish(),
});

/** An address of the old site, and where on this one it leads. */
const redirect = z.strictObject({ from: text.min(1).max(2048), to: text.min(1).max(2048) });

export const recordSchemas = {
  categories: category,
  projects: project,
  posts: post,
  jobs: job,
  applicants: applicant,
  team: member,
  messages: message,
  redirects: redirect,
} as const satisfies Record<EntityName, z.ZodType>;

export type ArchiveRecords = { [Name in EntityName]: z.infer<(typeof recordSchemas)[Name]> };

/** What a row is called in reports. */
export function keyOf(record: ArchiveRecords[EntityName]): string {
  return 'id' in record ? String(record.id) : record.from;
}

/** Characters of its long text, which may be millions. */
export function textLength(record: ArchiveRecords[EntityName]): number {
  return 'description' in record ? record.description.length : 0;
}

/** Every reference of a row to a file, in the order of its fields. */
export function mediaOf(record: ArchiveRecords[EntityName]): MediaReference[] {
  const found: MediaReference[] = [];
  collect(record, found);
  return found;
}

/** The same row with other references: what `change` gives for each. */
export function withMedia<Row extends ArchiveRecords[EntityName]>(
  record: Row,
  change: (reference: MediaReference) => MediaReference,
): Row {
  return changed(record, change) as Row;
}

/** Fields under which a reference, or a list of what has one, stands. */
const mediaFields = new Set([
  'image',
  'blog_image',
  'share_image',
  'video',
  'cv',
  'images',
  'tech_img',
  'text_media',
  'submissions',
]);

function collect(value: unknown, found: MediaReference[]): void {
  if (Array.isArray(value)) for (const each of value) collect(each, found);
  else if (isReference(value)) found.push(value);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) if (mediaFields.has(name)) collect(each, found);
}

function changed(value: unknown, change: (reference: MediaReference) => MediaReference): unknown {
  if (Array.isArray(value)) return value.map((each) => changed(each, change));
  if (isReference(value)) return change(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    mediaFields.has(name) ? changed(each, change) : each,
  ]);
  return Object.fromEntries(entries);
}

function isReference(value: unknown): value is MediaReference {
  return typeof value === 'object' && value !== null && 'file' in value && 'address' in value;
}
