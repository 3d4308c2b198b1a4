import { z } from 'zod';
import { type Fields, isSingleFile } from '#shared/entities/entity.ts';
import type { Field } from '#shared/entities/field.ts';
import { isDate, isDateTime, isStorable } from '#shared/schemas/field-formats.ts';
import { mediaPathForm } from './manifest.ts';

/**
 * Schemas of the values in the rows of an archive (docs/archive.md). `recordShape` derives the schema of a row from
 * the descriptor of its entity.
 */

export const text = z.string().refine(isStorable, 'contains a NUL or an unpaired surrogate');
export const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'must be a moment such as 2026-12-31T23:59:59.000Z')
  .refine(isDateTime, 'does not exist in the calendar')
  .meta({ id: 'moment' });
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'must be a day such as 2026-12-31')
  .refine(isDate, 'does not exist in the calendar');
const percent = z.int().min(0).max(100);

/**
 * Id of a row: a positive whole number, or a text that needs no encoding in a URL. A number written as text is
 * refused, so that 7 and "7" cannot be two ids.
 */
export const archiveId = z
  .union([
    z.int().min(1).max(999_999_999_999_999),
    z
      .string()
      .regex(
        /^(?!0*[1-9]\d{0,14}$)[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$/,
        'is not an id, or is a number written as text',
      ),
  ])
  .meta({ id: 'id' });

/**
 * A file that a row refers to. `file` is its path in the archive, or null if the archive does not contain its bytes.
 * `address` is its original URL: texts refer to the file by it, and the file can be fetched from it.
 */
export const mediaReference = z
  .strictObject({
    file: z.string().regex(mediaPathForm, 'is not the path of a file of an archive').nullable(),
    address: text.min(1).max(4096),
    /** File name to show to people. */
    name: text.max(255).optional(),
    /**
     * `alt` is the alternative text. `focus_x` and `focus_y` are the focal point, in percent of the picture's width
     * and height.
     */
    alt: text.max(2000).optional(),
    focus_x: percent.optional(),
    focus_y: percent.optional(),
  })
  .meta({ id: 'media' });

/**
 * Pictures to which the rich text of the row refers by URL. Pictures embedded as `data:` URLs stay in the text and
 * are not listed.
 */
const textMedia = z.array(mediaReference).max(10_000).optional();

const kinds = {
  line: text,
  text,
  rich: text,
  link: text,
  code: text,
  flag: z.union([z.literal(0), z.literal(1)]),
  order: z.int().min(0),
  amount: z.number(),
  day,
  moment,
  dayOrMoment: z.union([day, text.refine(isDateTime, 'is not a day or a moment')]),
  reference: archiveId,
  picture: mediaReference,
  /** A list of pictures. `id` is the picture's id at the source. */
  pictures: z.array(z.strictObject({ id: archiveId.optional(), image: mediaReference })).max(1000),
  video: mediaReference,
  captions: mediaReference,
};
type Kinds = typeof kinds;

/** Schema of the values of a field. */
type Plain<Named extends Field> = Named extends { words: readonly (infer Word extends string)[] }
  ? z.ZodType<Word>
  : Named['kind'] extends 'number'
    ? z.ZodNumber
    : Named['kind'] extends keyof Kinds
      ? Kinds[Named['kind']]
      : never;

/** Schema of a field in a row. A picture or video is always optional, and null if there is none. */
type Said<Named extends Field> = Named extends
  | { stored: 'nullable' }
  | { kind: 'picture' | 'video' | 'captions' }
  ? z.ZodOptional<z.ZodNullable<Plain<Named>>>
  : Named extends { stored: 'fallback' } | { kind: 'pictures' }
    ? z.ZodOptional<Plain<Named>>
    : Plain<Named>;

/** Fields that the schemas of this file leave out: records.ts adds them, and the id, to the rows of every entity. */
type Own = 'created_at' | 'updated_at';

type Archived<Named extends Field> = Named['kind'] extends keyof Kinds | 'choice' | 'number'
  ? Named extends { not: readonly (infer Place)[] }
    ? 'archives' extends Place
      ? false
      : true
    : true
  : false;

type HasRich<Named extends Fields> = 'rich' extends Named[keyof Named]['kind'] ? true : false;

type RecordShape<Named extends Fields> = {
  -readonly [Name in Exclude<keyof Named, Own> as Archived<Named[Name]> extends true ? Name : never]: Said<
    Named[Name]
  >;
} & (HasRich<Named> extends true ? { text_media: typeof textMedia } : unknown);

/** Returns the fields of an entity that archives contain, with their names. The id is not among them. */
export function archivedFields(fields: Fields): (readonly [string, Field])[] {
  return Object.entries(fields).filter(
    ([, { kind, not }]) =>
      (kind in kinds || kind === 'choice' || kind === 'number') && !not?.includes('archives'),
  );
}

/** Returns the schema of an entity's rows, except for their id and dates. */
export function recordShape<Named extends Fields>(fields: Named): RecordShape<Named> {
  const own = archivedFields(fields).filter(([name]) => name !== 'created_at' && name !== 'updated_at');
  const shape = Object.fromEntries(own.map(([name, field]) => [name, saidSchema(field)]));
  const hasRich = own.some(([, { kind }]) => kind === 'rich');
  return { ...shape, ...(hasRich && { text_media: textMedia }) } as RecordShape<Named>;
}

function saidSchema(field: Field): z.ZodType {
  const { kind, stored } = field;
  const schema = plainSchema(field);
  if (stored === 'nullable' || isSingleFile(field)) return schema.nullish();
  return stored === 'fallback' || kind === 'pictures' ? schema.optional() : schema;
}

function plainSchema({ kind, words, least = 0 }: Field): z.ZodType {
  if (words) return z.enum(words);
  return kind === 'number' ? z.int().min(least) : kinds[kind as keyof Kinds];
}
