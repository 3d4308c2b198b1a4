import { z } from 'zod';
import type { ErrorCode } from './messages.ts';
import { integer } from './schemas/fields/numbers.ts';

/**
 * An id. This file alone knows that ids are positive whole numbers: what they look like in an address, in an answer and in what is
 * sent. To make them text, begin here: the compiler names what is left.
 */
export type Id = number;

/** An id in an answer; an API host may send it as text. */
export const idSchema = z.coerce.number().int().positive();

/** An id in a form or a JSON body. */
export function idField(missing?: ErrorCode) {
  return integer(1, Number.MAX_SAFE_INTEGER, missing);
}

/** An id in an address, as the source of a regular expression: at most 15 digits, which every number holds exactly. */
export const idInAddress = '[1-9]\\d{0,14}';

const wholeId = new RegExp(`^${idInAddress}$`);

/** An id in a query. */
export const idParameter = z.string().regex(wholeId).transform(Number);

export function isId(text: string | undefined): text is string {
  return wholeId.test(text ?? '');
}

/** Reads a piece of an address as an id; undefined for anything else, which is worth no call. */
export function readId(text: string | null | undefined): Id | undefined {
  return text && wholeId.test(text) ? Number(text) : undefined;
}
