import { z } from 'zod';
import { limits } from '../limits.ts';
import type { ErrorCode } from '../messages.ts';
import * as inputs from '../schemas/fields.ts';
import { idField, idSchema } from '../schemas/fields.ts';
import { withPictureDetails } from '../schemas/picture-details.ts';

/**
 * The kinds of fields of entities (shared/entities/README.md). A kind decides how a field behaves in answers, forms,
 * tables, versions, archives, previews, searches and at foreign hosts.
 */
export type FieldKind =
  | 'id'
  | 'line'
  | 'text'
  | 'rich'
  | 'link'
  | 'code'
  | 'choice'
  | 'flag'
  | 'number'
  | 'order'
  | 'amount'
  | 'day'
  | 'moment'
  | 'dayOrMoment'
  | 'reference'
  | 'picture'
  | 'pictures'
  | 'video'
  | 'captions'
  | 'file'
  | 'parts'
  | 'derived';

/** Places that can leave out a field. */
type LeftOutPlace = 'versions' | 'previews' | 'archives' | 'lists';

/** Properties of a field that do not follow from its kind. */
interface Traits {
  /** The field's name for people, in forms and versions. */
  label?: string;
  /**
   * How a table row stores the field: always (by default), nullable, or with a default value. `fallback` means that
   * the engine chooses the default value, so archives may leave the field out.
   */
  stored?: 'always' | 'nullable' | 'fallback';
  /**
   * The value of the field at a foreign host that does not have it, and of a new record whose form may leave it out
   * (`stored: 'fallback'`).
   */
  fallback?: unknown;
  /** True for a field that contains a number of other records, such as the projects of a category. */
  counts?: true;
  /**
   * True if the search of the admin area covers the field. The database triggers of the table list the same columns
   * and must be changed together with this property: see the last migration that defines them.
   */
  searched?: true;
  /**
   * True if the calls of docs/product.md §7 have no such field: forms send it only to hosts that accept extensions.
   */
  extension?: true;
  /** True for a file that a form can remove: the form then sends `remove_` followed by the name. */
  removable?: true;
  /**
   * True if the field can also change without a save (the position in a list, whether visitors see the record).
   * Versions show such a field, and a restore does not change it.
   */
  apart?: true;
  /** True for a position in a list, which people change by moving the record: no form shows it. */
  moved?: true;
  /** For a file that a new record requires: the code of the text that is shown if the file is missing. */
  neededAs?: ErrorCode;
  /** Places that leave the field out. Give the reason in a comment: by default a field is included everywhere. */
  not?: readonly LeftOutPlace[];
  /** False if the entity's own table has no column for the field. */
  column?: false;
}

/**
 * A field of an entity: its kind, its shape in answers, its rule in forms (absent if no form sends it), and its
 * traits.
 */
export interface Field<
  Kind extends FieldKind = FieldKind,
  Answer extends z.ZodType | undefined = z.ZodType | undefined,
  Input extends z.ZodType | undefined = z.ZodType | undefined,
> extends Traits {
  kind: Kind;
  answer: Answer;
  input: Input;
  /** The longest text, in characters. */
  max?: number;
  /** The lowest whole number; 0 by default. */
  least?: number;
  /** The values of a choice. */
  words?: readonly string[];
  /** The table whose rows a reference names. */
  refersTo?: string;
  /** The largest number of files in a list of pictures. */
  most?: number;
  /** The name under which a form sends the files of a list, if it is not the name of the field. */
  sentAs?: string;
  /** The items of a list: their kind, their table, and the name of one for people. */
  parts?: { resource: string; table: string; label: string };
}

type Fixed = Pick<Field, 'max' | 'least' | 'words' | 'refersTo' | 'most' | 'sentAs' | 'parts'>;

/** Creates a field, with the values of its descriptor as literal types. */
function field<
  const Kind extends FieldKind,
  Answer extends z.ZodType | undefined,
  Input extends z.ZodType | undefined,
  const Rest extends Traits & Fixed,
>(kind: Kind, answer: Answer, input: Input, rest: Rest) {
  return { kind, answer, input, ...rest };
}

const text = z.string();
const optionalText = z.string().nullish();
const whole = z.coerce.number().int();
const nullable = { stored: 'nullable' } as const;
const fallback = { stored: 'fallback' } as const;
/**
 * Traits of fields that the calls of docs/product.md §7 do not have. A form that does not send such a field leaves the
 * stored value unchanged.
 */
const extension = { ...nullable, extension: true } as const;

/** Returns a function that creates fields of one shape and rule. `usual` are the traits that all of them have. */
const fieldsOf =
  <
    const Kind extends FieldKind,
    Answer extends z.ZodType,
    Input extends z.ZodType | undefined,
    const Usual extends Traits & Fixed,
  >(
    kind: Kind,
    answer: Answer,
    input: Input,
    usual: Usual,
  ) =>
  <const More extends Traits & Fixed>(more: More) =>
    field(kind, answer, input, { ...usual, ...more });

/** The id of the record itself. */
export const ownId = () => field('id', idSchema, undefined, { column: false });

/** The id of another record. */
export const reference = <const More extends Traits & Fixed>(missing: ErrorCode, more: More) =>
  field('reference', idSchema, idField(missing), more);

/** A title, exactly as typed. */
export const title = <const More extends Traits>(missing: ErrorCode, more: More) =>
  field('line', text, inputs.title(missing), { max: limits.title, ...more });

/** A text of one line. */
export const line = <const More extends Traits>(max: number, missing: ErrorCode, more: More) =>
  field('line', text, inputs.line(max, missing), { max, ...more });

export const optionalLine = <const More extends Traits>(max: number, more: More) =>
  field('line', optionalText, inputs.optionalLine(max), { max, ...nullable, ...more });

export const extensionLine = <const More extends Traits>(max: number, more: More) =>
  field('line', optionalText, inputs.optionalLine(max).optional(), { max, ...extension, ...more });

/** A text of many lines. */
export const optionalParagraphs = <const More extends Traits>(max: number, more: More) =>
  field('text', optionalText, inputs.optionalParagraphs(max), { max, ...nullable, ...more });

/** A text of many lines that the calls of docs/product.md §7 do not have. */
export const extensionText = <const More extends Traits>(max: number, more: More) =>
  field('text', optionalText, inputs.optionalParagraphs(max).optional(), { max, ...extension, ...more });

/** At most `most` lines of `max` characters that the calls of docs/product.md §7 do not have. */
export const extensionLines = <const More extends Traits>(most: number, max: number, more: More) =>
  field('text', optionalText, inputs.optionalLines(most, max).optional(), {
    max: most * (max + 1),
    ...extension,
    ...more,
  });

/** A text whose lines have parts separated by tabs, which the calls of docs/product.md §7 do not have. */
export const extensionTabbedLines = <const More extends Traits>(rules: inputs.TabbedLines, more: More) =>
  field('text', optionalText, inputs.optionalTabbedLines(rules).optional(), {
    max: inputs.tabbedLength(rules),
    ...extension,
    ...more,
  });

/**
 * A year of four digits that the calls of docs/product.md §7 do not have. Any other value of a foreign host counts as
 * no year.
 */
export const extensionYear = fieldsOf(
  'number',
  z.coerce.number().int().min(limits.firstYear).max(limits.lastYear).nullable().catch(null).optional(),
  inputs.optionalInteger(limits.firstYear, limits.lastYear).optional(),
  { least: limits.firstYear, ...extension },
);

/** Rich HTML that must not be empty. */
export const rich = <const More extends Traits>(missing: ErrorCode, more: More) =>
  field('rich', text, inputs.rich(missing), more);

export const optionalRich = fieldsOf('rich', text, inputs.optionalRich(), {});

/** An http or https URL. */
export const optionalLink = fieldsOf('link', optionalText, inputs.optionalUrl(), {
  max: limits.url,
  ...nullable,
});

/** A code in capital letters. */
export const optionalCode = <const More extends Traits>(
  pattern: RegExp,
  wrong: ErrorCode,
  max: number,
  more: More,
) => field('code', optionalText, inputs.optionalCode(pattern, wrong), { max, ...nullable, ...more });

/** One of a few values. A foreign host may omit it, or send an unknown value. */
export const choice = <const Words extends readonly string[], const More extends Traits>(
  words: Words,
  missing: ErrorCode,
  more: More,
) => field('choice', z.enum(words).nullish(), inputs.oneOf(words, missing), { words, ...more });

export const optionalChoice = <const Words extends readonly string[], const More extends Traits>(
  words: Words,
  more: More,
) => field('choice', z.enum(words).nullish(), inputs.optionalOneOf(words), { words, ...nullable, ...more });

/** A state that every answer contains, and that forms need not send. */
export const state = <const Words extends readonly string[], const More extends Traits>(
  words: Words,
  more: More,
) => field('choice', z.enum(words), inputs.optionalOneOf(words), { words, ...more });

/** A flag: 0 or 1. */
export const flag = <const More extends Traits>(missing: ErrorCode, more: More) =>
  field('flag', whole, inputs.binary(missing), more);

export const optionalFlag = fieldsOf('flag', whole, inputs.optionalBinary(), fallback);

/** A position in a list. */
export const order = <const More extends Traits>(missing: ErrorCode, more: More) =>
  field('order', whole, inputs.integer(0, limits.order, missing), { ...fallback, ...more });

export const optionalOrder = fieldsOf('order', whole, inputs.optionalInteger(0, limits.order), {
  ...fallback,
  moved: true,
});

/** A sum of money. A foreign host may send any value; one that is no number counts as no amount. */
export const optionalAmount = fieldsOf(
  'amount',
  z.coerce.number().nullable().catch(null),
  inputs.optionalAmount(limits.salary),
  nullable,
);

/** A day (2026-12-31), or a time. */
export const optionalDayOrMoment = fieldsOf('dayOrMoment', optionalText, inputs.optionalDateOrTime(), {
  max: 40,
  ...nullable,
});

/** A picture that a form sends as a file. Answers contain its URL under our origin. */
export const picture = fieldsOf('picture', optionalText, undefined, nullable);

/** A picture whose column is never null: it contains '' if there is no picture. */
export const neededPicture = fieldsOf('picture', optionalText, undefined, fallback);

/** Pictures with ids of their own, stored in rows of another table. */
export const pictures = <
  Answer extends z.ZodType,
  const More extends Traits & Required<Pick<Field, 'most' | 'parts'>> & Fixed,
>(
  answer: Answer,
  more: More,
) => field('pictures', answer, undefined, { column: false, ...more });

export const video = fieldsOf('video', optionalText, undefined, nullable);

/** Captions of a video, in a WebVTT file. The calls of docs/product.md §7 do not have them. */
export const captions = fieldsOf('captions', optionalText, undefined, extension);

/** A field of answers only, computed from other data: no table, form or archive contains it. */
export const derived = <Answer extends z.ZodType, const More extends Traits>(answer: Answer, more: More) =>
  field('derived', answer, undefined, {
    column: false,
    not: ['versions', 'previews', 'archives'],
    ...more,
  });

/**
 * A field of answers and tables that is not in the entity's form of the admin area: its value comes from a visitor,
 * or is set by another call or by the server.
 */
export const given = <
  const Kind extends FieldKind,
  Answer extends z.ZodType,
  const More extends Traits & Fixed,
>(
  kind: Kind,
  answer: Answer,
  more: More,
) => field(kind, answer, undefined, more);

/** Alternative texts and focal points of a record's pictures (docs/product.md §23). */
export const pictureDetails = { picture_details: derived(withPictureDetails.picture_details, {}) };

/** When a record was added and last changed. A foreign host may omit these times. */
export const dates = {
  created_at: given('moment', z.string().optional(), {}),
  updated_at: given('moment', z.string().optional(), {}),
};
