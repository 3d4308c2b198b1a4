/**
 * An id. This file and schemas/id.ts alone know that ids are positive whole numbers: what they look like in an address, in an answer and
 * in what is sent. To make them text, begin here: the compiler names what is left. Without schemas, since pages load it at once.
 */
export type Id = number;

/** An id in an address, as the source of a regular expression: at most 15 digits, which every number holds exactly. */
export const idInAddress = '[1-9]\\d{0,14}';

const wholeId = new RegExp(`^${idInAddress}$`);

export function isId(text: string | undefined): text is string {
  return wholeId.test(text ?? '');
}

/** Reads a piece of an address as an id; undefined for anything else, which is worth no call. */
export function readId(text: string | null | undefined): Id | undefined {
  return text && wholeId.test(text) ? Number(text) : undefined;
}
