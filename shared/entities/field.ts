import { z } from 'zod';
import type { TextCode } from '../desk-messages.ts';
import { limits } from '../limits.ts';
import type { ErrorCode } from '../messages.ts';
import * as inputs from '../schemas/fields.ts';
import { idField, idSchema } from '../schemas/id.ts';
import { withPictureDetails } from '../schemas/picture-details.ts';

/**
 * The kinds of fields of entities (shared/entities/README.md). A kind decides how a field behaves in every layer: in
 * answers and forms by the two schemas here; in tables, versions, archives, previews, searches and at foreign hosts
 * by the functions that read descriptors.
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
  | 'file'
  | 'parts'
  | 'derived';

/** Places that can leave out a field. */
type LeftOutPlace = 'versions' | 'previews' | 'archives' | 'lists';

/** Properties of a field in addition to its kind. */
interface Traits {
  /** Its name in forms and versions. */
  label?: string;
  /**
   * How a table row stores the field: always (by default), nullable, or with a default value. `fallback` means that
   * the engine chooses the default, so archives may leave the field out.
   */
  stored?: 'always' | 'nullable' | 'fallback';
  /** The value with which a page is shown if a foreign host does not have the field. */
  fallback?: unknown;
  /** A count of other records. */
  counts?: true;
  /**
   * Covered by the desk's search. The database triggers of its table name the same columns: see the last migration
   * that defines them.
   */
  searched?: true;
  /** The calls of docs/product.md §7 have no such field: forms send it only to hosts that accept extensions. */
  extension?: true;
  /** A file that a form can remove: it sends `remove_` and the name. */
  removable?: true;
  /**
   * Can also change without a save (its position in a list, whether visitors see it): versions show it, and a restore
   * does not change it.
   */
  apart?: true;
  /** A position in a list, which people change by moving the record: no form shows it. */
  moved?: true;
  /** A file that a new record requires: the message if it is missing. */
  neededAs?: TextCode;
  /** Places that leave it out. Give the reason in a comment: every other field is included everywhere. */
  not?: readonly LeftOutPlace[];
  /** The entity's own table has no column for it. */
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
  /** Longest text, in characters. */
  max?: number;
  /** The lowest whole number; 0 by default. */
  least?: number;
  /** The values of a choice. */
  words?: readonly string[];
  /** The table whose rows a reference names. */
  refersTo?: string;
  /** The largest number of files in a list of pictures. */
  most?: number;
  /** The name of the form's field, if the files of a list are sent under another name. */
  sentAs?: string;
  /** The items of a list: their kind, and their table. */
  parts?: { resource: string; table: string };
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

/** A line that the known calls do not have. A form that does not send it leaves it unchanged. */
export const extensionLine = <const More extends Traits>(max: number, more: More) =>
  field('line', optionalText, inputs.optionalLine(max).optional(), {
    max,
    ...nullable,
    extension: true as const,
    ...more,
  });

/** A text of many lines. */
export const optionalParagraphs = <const More extends Traits>(max: number, more: More) =>
  field('text', optionalText, inputs.optionalParagraphs(max), { max, ...nullable, ...more });

/** Rich HTML that must not be empty. */
export const rich = <const More extends Traits>(missing: ErrorCode, more: More) =>
  field('rich', text, inputs.rich(missing), more);

export const optionalRich = <const More extends Traits>(more: More) =>
  field('rich', text, inputs.optionalRich(), more);

/** An http or https address. */
export const optionalLink = <const More extends Traits>(more: More) =>
  field('link', optionalText, inputs.optionalUrl(), { max: limits.url, ...nullable, ...more });

/** A code in capital letters. */
export const optionalCode = <const More extends Traits>(
  pattern: RegExp,
  wrong: ErrorCode,
  max: number,
  more: More,
) => field('code', optionalText, inputs.optionalCode(pattern, wrong), { max, ...nullable, ...more });

/** One of a few values. A foreign host may send none of them. */
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

/** 0 or 1. */
export const flag = <const More extends Traits>(missing: ErrorCode, more: More) =>
  field('flag', whole, inputs.binary(missing), more);

export const optionalFlag = <const More extends Traits>(more: More) =>
  field('flag', whole, inputs.optionalBinary(), { stored: 'fallback' as const, ...more });

/** Position in a list. */
export const order = <const More extends Traits>(missing: ErrorCode, more: More) =>
  field('order', whole, inputs.integer(0, limits.order, missing), { stored: 'fallback' as const, ...more });

export const optionalOrder = <const More extends Traits>(more: More) =>
  field('order', whole, inputs.optionalInteger(0, limits.order), {
    stored: 'fallback' as const,
    moved: true as const,
    ...more,
  });

/** A sum of money. A host may send anything: a value that is no number counts as no amount. */
export const optionalAmount = <const More extends Traits>(more: More) =>
  field('amount', z.coerce.number().nullable().catch(null), inputs.optionalAmount(limits.salary), {
    ...nullable,
    ...more,
  });

/** A day (2026-12-31), or a time. */
export const optionalDayOrMoment = <const More extends Traits>(more: More) =>
  field('dayOrMoment', optionalText, inputs.optionalDateOrTime(), { max: 40, ...nullable, ...more });

/** A time (ISO 8601, UTC) that no form sends. */
export const moment = <const Answer extends z.ZodType, const More extends Traits>(
  answer: Answer,
  more: More,
) => field('moment', answer, undefined, more);

/** A picture that a form sends as a file. Answers contain its address under our origin. */
export const picture = <const More extends Traits>(more: More) =>
  field('picture', optionalText, undefined, { ...nullable, ...more });

/** A picture whose column is '' if there is none. */
export const neededPicture = <const More extends Traits>(more: More) =>
  field('picture', optionalText, undefined, { stored: 'fallback' as const, ...more });

/** Pictures with ids of their own, stored in rows of another table. */
export const pictures = <
  Answer extends z.ZodType,
  const More extends Traits & Required<Pick<Field, 'most' | 'parts'>> & Fixed,
>(
  answer: Answer,
  more: More,
) => field('pictures', answer, undefined, { column: false, ...more });

export const video = <const More extends Traits>(more: More) =>
  field('video', optionalText, undefined, { ...nullable, ...more });

/** A field of answers only, computed from other data: no table, form or archive contains it. */
export const derived = <Answer extends z.ZodType, const More extends Traits>(answer: Answer, more: More) =>
  field('derived', answer, undefined, {
    column: false,
    not: ['versions', 'previews', 'archives'],
    ...more,
  });

/** A field of answers and tables that no form sends: data that a visitor sent, or that the desk sets. */
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

/** When a record was added and last changed. A foreign host need not send these times. */
export const dates = {
  created_at: moment(z.string().optional(), {}),
  updated_at: moment(z.string().optional(), {}),
};
