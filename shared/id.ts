/**
 * An id from an API host: a positive whole number, or a text such as a UUID, a ULID or a slug. Only this file and
 * schemas/fields.ts know what an id looks like. Each id has one spelling, so ids can be compared and used as keys: a
 * plain whole number is always a number, whether the host sent `7` or "7". This file imports no schemas, because it
 * is part of the first scripts of public pages.
 */
export type Id = number | string;

/**
 * The source of a regular expression that matches an id in a URL. Such an id needs no encoding and fits one segment.
 * It is never `.` or `..`, and never begins like an option or a hidden file.
 */
export const idInAddress = '[A-Za-z0-9][A-Za-z0-9._~-]{0,63}';

const wholeId = new RegExp(`^${idInAddress}$`);

/**
 * Matches whole numbers of at most 15 digits, which a JavaScript number represents exactly; a longer id stays a text.
 */
const wholeNumber = /^[1-9]\d{0,14}$/;

export function isId(text: string | undefined): text is string {
  return wholeId.test(text ?? '');
}

/**
 * Parses a text, such as a segment of a URL, as an id. Undefined for anything else: the caller need not ask the host
 * then.
 */
export function readId(text: string | null | undefined): Id | undefined {
  if (!text || !wholeId.test(text)) return undefined;
  return wholeNumber.test(text) ? Number(text) : text;
}

/** True if the first id sorts before the second: numbers by value, then texts character by character. */
export function isLowerId(one: Id, other: Id) {
  if (typeof one === typeof other) return one < other;
  return typeof one === 'number';
}
