/**
 * An id, as an API host gives it: a positive whole number, or a text such as a UUID, a ULID or a slug. This file and schemas/id.ts alone know
 * what it looks like in an address, in an answer and in what is sent. One id has one form, so ids can be compared and be keys: what is a
 * plain whole number is always that number, whether it came as `7` or as "7". Without schemas, since pages load it at once.
 */
export type Id = number | string;

/**
 * An id in an address, as the source of a regular expression. All of it stands in an address as it is, in one segment, and none is `.`
 * or `..`, or begins as an option or a hidden file would.
 */
export const idInAddress = '[A-Za-z0-9][A-Za-z0-9._~-]{0,63}';

const wholeId = new RegExp(`^${idInAddress}$`);

/** At most 15 digits, which every number holds exactly; what is longer is a text. */
const wholeNumber = /^[1-9]\d{0,14}$/;

export function isId(text: string | undefined): text is string {
  return wholeId.test(text ?? '');
}

/** Reads a text, such as a piece of an address, as an id; undefined for anything else, which is worth no call. */
export function readId(text: string | null | undefined): Id | undefined {
  if (!text || !wholeId.test(text)) return undefined;
  return wholeNumber.test(text) ? Number(text) : text;
}

/** Whether one comes before the other where things stand in the order of their ids: numbers as such, then texts sign by sign. */
export function isLowerId(one: Id, other: Id): boolean {
  if (typeof one === typeof other) return one < other;
  return typeof one === 'number';
}
