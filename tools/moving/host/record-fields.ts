import { momentOf } from '#shared/dates.ts';
import type { Fields } from '#shared/entities/entity.ts';
import type { Field, FieldKind } from '#shared/entities/field.ts';
import { MIB } from '#shared/limits.ts';
import { readJsonId } from '#shared/schemas/id.ts';
import { archivedFields } from '../../archive/field-schemas.ts';
import { visitElements } from '../../archive/readers/html/tree.ts';
import type { MediaReference } from '../../archive/records.ts';

/** A record of a host under the contract's field names. Its values have not been checked. */
export type Thing = Readonly<Record<string, unknown>>;

/*
 * The following functions convert a value of a host's record to a value of an archive. They return undefined for a
 * missing or invalid value, so that the field is left out as unknown. Null and '' mean that the field is empty.
 */

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

export function moment(value: unknown): string | undefined {
  const iso = typeof value === 'string' ? momentOf(value)?.toISOString() : undefined;
  // A longer ISO text has a year of more than four digits or before Christ, which can only be a mistake.
  return iso?.length === '2026-12-31T23:59:59.000Z'.length ? iso : undefined;
}

export function binary(value: unknown): 0 | 1 | undefined {
  if (value === undefined || value === null) return undefined;
  return Number(value) === 0 || value === false ? 0 : 1;
}

export function whole(value: unknown, least = 0): number | undefined {
  const number = value === null || value === '' ? Number.NaN : Number(value);
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
}

export function one<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((each) => each === value);
}

export function idOf(thing: Thing, name = 'id') {
  return readJsonId(thing[name]);
}

export function media(value: unknown): MediaReference | null | undefined {
  if (value === null || value === '') return null;
  return typeof value === 'string' ? { file: null, address: value } : undefined;
}

/** Returns a list of pictures, each with its id if the host sends one. */
function pictures(value: unknown): { id?: string | number; image: MediaReference }[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((each: unknown) => {
    const { id, image } = (each ?? {}) as Thing;
    const reference = media(image);
    const own = readJsonId(id);
    return reference ? [{ ...(own !== undefined && { id: own }), image: reference }] : [];
  });
}

function dayOnly(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\d{4}-\d\d-\d\d/.exec(value)?.[0] : undefined;
}

/** Returns a date without a time as it is, and any other date as a moment. */
function dayOrMoment(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : moment(value);
}

function amount(value: unknown): number | undefined {
  const number = value === null || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

const readers: Partial<Record<FieldKind, (value: unknown, field: Field) => unknown>> = {
  line: text,
  text,
  rich: text,
  link: text,
  code: text,
  choice: (value, { words = [] }) => one(words, value),
  flag: binary,
  number: (value, { least }) => whole(value, least),
  order: (value) => whole(value),
  amount,
  day: dayOnly,
  moment,
  dayOrMoment,
  reference: readJsonId,
  picture: media,
  video: media,
  captions: media,
  pictures,
};

/** Returns the values of a record for the fields of a descriptor, and the pictures to which its rich texts refer. */
export function fieldsOfThing(fields: Fields, thing: Thing): Record<string, unknown> {
  const values = archivedFields(fields).map(([name, field]) => {
    const value = thing[name];
    const isNone = field.stored === 'nullable' && (value === null || value === '');
    return [name, isNone ? null : readers[field.kind]?.(value, field)] as const;
  });
  const inText = values.flatMap(([name, value]) =>
    fields[name]?.kind === 'rich' && typeof value === 'string' ? picturesInText(value) : [],
  );
  return { ...Object.fromEntries(values), ...(inText.length > 0 && { text_media: inText }) };
}

/**
 * Returns the pictures to which a rich text refers by URL. Pictures embedded as `data:` URLs stay in the text and are
 * not returned.
 */
function picturesInText(html: string): MediaReference[] {
  const found = new Set<string>();
  visitElements(html, (name, { src }) => {
    if (name === 'img' && src && src.trim() !== '' && !/^\s*data:/i.test(src)) found.add(src);
  });
  return [...found].filter((address) => address.length <= 4096).map((address) => ({ file: null, address }));
}

/** Limits of `extra`: maximum number of characters in a field name, and in total. */
const extraLimits = { name: 100, characters: MIB };

/**
 * Returns the data of a host's record for which the contract has no field. `known` are the names, at the contract and
 * at the host, of all other values.
 */
export function extraOf(
  thing: Thing,
  known: ReadonlySet<string>,
): { extra?: Record<string, unknown>; isTooLong?: true } {
  const entries = Object.entries(thing).filter(
    ([name, value]) => !known.has(name) && value !== undefined && name.length <= extraLimits.name,
  );
  if (entries.length === 0) return {};
  const extra = Object.fromEntries(entries);
  return JSON.stringify(extra).length <= extraLimits.characters ? { extra } : { isTooLong: true };
}
