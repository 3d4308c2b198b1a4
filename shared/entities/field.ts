import { z } from 'zod';
import type { TextCode } from '../desk-messages.ts';
import { limits } from '../limits.ts';
import type { ErrorCode } from '../messages.ts';
import * as inputs from '../schemas/fields.ts';
import { idField, idSchema } from '../schemas/id.ts';
import { withPictureDetails } from '../schemas/picture-details.ts';

/**
 * The kinds of fields that nouns are made of (docs/architecture.md §2.3). A kind decides what a field is in every layer: in answers and
 * forms by the two schemas here, in tables, versions, archives, previews, searches and at foreign hosts by the functions that read
 * descriptors.
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

/** Places that can do without a field. */
type LeftOutPlace = 'versions' | 'previews' | 'archives' | 'lists';

/** Properties of a field besides its kind. */
interface Traits {
  /** Its name in forms and versions. */
  label?: string;
  /**
   * Whether a row always has it (by default), may have null, or has a value of its own where nothing is said: `fallback` where the engine
   * chooses that by itself, so that archives may leave it out.
   */
  stored?: 'always' | 'nullable' | 'fallback';
  /** The value with which a page can be shown where a foreign host does not have the field. */
  fallback?: unknown;
  /** A number of other things. */
  counts?: true;
  /** Found by the desk's search. The database triggers of its table name the same columns: those of the last migration that says so. */
  searched?: true;
  /** The known calls of docs/product.md §7 have no such field: forms send it only to hosts that take more. */
  extension?: true;
  /** A file that a form can take away: it sends `remove_` and the name. */
  removable?: true;
  /** Changed without a save too (its place in a list, whether visitors see it): versions tell it, and no restore brings it back. */
  apart?: true;
  /** A place in a list, where people put it by moving: no form shows it. */
  moved?: true;
  /** A file that a new thing needs: what is said without it. */
  neededAs?: TextCode;
  /** Places that do without it. Say why in a comment: everything that is not named here is kept everywhere. */
  not?: readonly LeftOutPlace[];
  /** No column of the noun's own table has it. */
  column?: false;
}

/** A field of a noun: its kind, its shape in answers, its rule in forms (absent where no form sends it), and its traits. */
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
  /** The least whole number; 0 where nothing is said. */
  least?: number;
  /** The words of a choice. */
  words?: readonly string[];
  /** The table whose rows a reference names. */
  refersTo?: string;
  /** The most files of a list of pictures. */
  most?: number;
  /** The name of the form's field, where files of a list are sent under another one. */
  sentAs?: string;
  /** The items of a list: their kind, and the table that has them. */
  parts?: { resource: string; table: string };
}

type Fixed = Pick<Field, 'max' | 'least' | 'words' | 'refersTo' | 'most' | 'sentAs' | 'parts'>;

/** Keeps what a descriptor says as literal types. */
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

/** The id of the thing itself. */
export const ownId = () => field('id', idSchema, undefined, { column: false });

/** The id of another thing. */
export const reference = <const More extends Traits & Fixed>(missing: ErrorCode, more: More) =>
  field('reference', idSchema, idField(missing), more);

/** A title as it was typed. */
export const title = <const More extends Traits>(missing: ErrorCode, more: More) =>
  field('line', text, inputs.title(missing), { max: limits.title, ...more });

/** A text of one line. */
export const line = <const More extends Traits>(max: number, missing: ErrorCode, more: More) =>
  field('line', text, inputs.line(max, missing), { max, ...more });

export const optionalLine = <const More extends Traits>(max: number, more: More) =>
  field('line', optionalText, inputs.optionalLine(max), { max, ...nullable, ...more });

/** A line that the known calls do not have. A form that does not send it leaves it as it is. */
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

/** Rich HTML that shows something. */
export const rich = <const More extends Traits>(missing: ErrorCode, more: More) =>
  field('rich', text, inputs.rich(missing), more);

export const optionalRich = <const More extends Traits>(more: More) =>
  field('rich', text, inputs.optionalRich(), more);

/** An http or https address. */
export const optionalLink = <const More extends Traits>(more: More) =>
  field('link', optionalText, inputs.optionalUrl(), { max: limits.url, ...nullable, ...more });

/** A code in capitals. */
export const optionalCode = <const More extends Traits>(
  pattern: RegExp,
  wrong: ErrorCode,
  max: number,
  more: More,
) => field('code', optionalText, inputs.optionalCode(pattern, wrong), { max, ...nullable, ...more });

/** One of a few words. A foreign host may say none of them. */
export const choice = <const Words extends readonly string[], const More extends Traits>(
  words: Words,
  missing: ErrorCode,
  more: More,
) => field('choice', z.enum(words).nullish(), inputs.oneOf(words, missing), { words, ...more });

export const optionalChoice = <const Words extends readonly string[], const More extends Traits>(
  words: Words,
  more: More,
) => field('choice', z.enum(words).nullish(), inputs.optionalOneOf(words), { words, ...nullable, ...more });

/** A state of which every answer has one, and which forms need not send. */
export const state = <const Words extends readonly string[], const More extends Traits>(
  words: Words,
  more: More,
) => field('choice', z.enum(words), inputs.optionalOneOf(words), { words, ...more });

/** 0 or 1. */
export const flag = <const More extends Traits>(missing: ErrorCode, more: More) =>
  field('flag', whole, inputs.binary(missing), more);

export const optionalFlag = <const More extends Traits>(more: More) =>
  field('flag', whole, inputs.optionalBinary(), { stored: 'fallback' as const, ...more });

/** Its place in a list. */
export const order = <const More extends Traits>(missing: ErrorCode, more: More) =>
  field('order', whole, inputs.integer(0, limits.order, missing), { stored: 'fallback' as const, ...more });

export const optionalOrder = <const More extends Traits>(more: More) =>
  field('order', whole, inputs.optionalInteger(0, limits.order), {
    stored: 'fallback' as const,
    moved: true as const,
    ...more,
  });

/** A sum of money. A host may send anything: what is no number is none. */
export const optionalAmount = <const More extends Traits>(more: More) =>
  field('amount', z.coerce.number().nullable().catch(null), inputs.optionalAmount(limits.salary), {
    ...nullable,
    ...more,
  });

/** A day (2026-12-31), or a moment. */
export const optionalDayOrMoment = <const More extends Traits>(more: More) =>
  field('dayOrMoment', optionalText, inputs.optionalDateOrTime(), { max: 40, ...nullable, ...more });

/** A moment (ISO 8601, UTC) that no form sends. */
export const moment = <const Answer extends z.ZodType, const More extends Traits>(
  answer: Answer,
  more: More,
) => field('moment', answer, undefined, more);

/** A picture that a form sends as a file; answers have its address under our origin. */
export const picture = <const More extends Traits>(more: More) =>
  field('picture', optionalText, undefined, { ...nullable, ...more });

/** A picture whose column has '' where there is none. */
export const neededPicture = <const More extends Traits>(more: More) =>
  field('picture', optionalText, undefined, { stored: 'fallback' as const, ...more });

/** Pictures with ids of their own, which rows of another table hold. */
export const pictures = <
  Answer extends z.ZodType,
  const More extends Traits & Required<Pick<Field, 'most' | 'parts'>> & Fixed,
>(
  answer: Answer,
  more: More,
) => field('pictures', answer, undefined, { column: false, ...more });

export const video = <const More extends Traits>(more: More) =>
  field('video', optionalText, undefined, { ...nullable, ...more });

/** A field of answers alone, made from other things: no table, form or archive has it as it is. */
export const derived = <Answer extends z.ZodType, const More extends Traits>(answer: Answer, more: More) =>
  field('derived', answer, undefined, {
    column: false,
    not: ['versions', 'previews', 'archives'],
    ...more,
  });

/** A field that answers and tables have, and no form: what a visitor sent, or what the desk does with it. */
export const given = <
  const Kind extends FieldKind,
  Answer extends z.ZodType,
  const More extends Traits & Fixed,
>(
  kind: Kind,
  answer: Answer,
  more: More,
) => field(kind, answer, undefined, more);

/** Alternative texts and focal points of the pictures of a thing (docs/product.md §23). */
export const pictureDetails = { picture_details: derived(withPictureDetails.picture_details, {}) };

/** When a thing was added and last changed. A foreign host need not say it. */
export const dates = {
  created_at: moment(z.string().optional(), {}),
  updated_at: moment(z.string().optional(), {}),
};
