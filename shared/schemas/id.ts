import { z } from 'zod';
import { type Id, readId } from '../id.ts';
import { type ErrorCode, messages } from '../messages.ts';
import { errorFor, isBlank } from './fields/pieces.ts';

const badId = messages['field.badId'];

/** Parses a JSON value as an id. */
export function readJsonId(value: unknown): Id | undefined {
  if (typeof value === 'string') return readId(value);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? readId(String(value))
    : undefined;
}

/**
 * Returns an id as the number of a record of this site, whose ids are always numbers. For a text returns 0, which is
 * the id of no record.
 */
export function ownNumber(id: Id | undefined): number {
  return typeof id === 'number' ? id : 0;
}

/** Returns the id, and reports a problem if there is none. */
function idOr(id: Id | undefined, context: z.RefinementCtx, problem: string = badId): Id {
  if (id === undefined) context.addIssue(problem);
  return id ?? z.NEVER;
}

/** An id in an answer. A number that an API host sends as text becomes a number. */
export const idSchema = z
  .union([z.number(), z.string()])
  .transform((value, context) => idOr(readJsonId(value), context));

/** Parses an id that a person typed, which may have blanks at both ends. */
function typedId(value: unknown): Id | undefined {
  return readJsonId(typeof value === 'string' ? value.trim() : value);
}

/** An id in a form or a JSON body. */
export function idField(missing: ErrorCode = 'field.required') {
  return z
    .union([z.number(), z.string()], errorFor(missing, 'field.badId'))
    .transform((value, context) => idOr(typedId(value), context, isBlank(value) ? messages[missing] : badId));
}

/** Like `idField`, or null for none. */
export function optionalIdField() {
  return z
    .union([z.number(), z.string()], badId)
    .nullish()
    .transform((value, context) => (isBlank(value) ? null : idOr(typedId(value), context)));
}

/** An id in a query. */
export const idParameter = z
  .string(messages['field.required'])
  .transform((text, context) => idOr(readId(text), context));

/** The id of a record of this site in an answer: a number, even if the host's ids are texts. */
export const ownIdSchema = z.number().int().positive();

/** The id of a record of this site in a query. */
export const ownIdParameter = idParameter.transform((id, context) => {
  if (typeof id !== 'number') context.addIssue(messages['field.notInteger']);
  return ownNumber(id);
});
