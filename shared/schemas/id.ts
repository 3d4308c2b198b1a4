import { z } from 'zod';
import { type Id, ownNumber, readId, readJsonId } from '../id.ts';
import { type ErrorCode, messages } from '../messages.ts';
import { errorFor, isBlank } from './fields/pieces.ts';

const badId = messages['field.badId'];

/** An id in an answer; a number that an API host sends as text is that number. */
export const idSchema = z.union([z.number(), z.string()]).transform((value, context): Id => {
  const id = readJsonId(value);
  if (id !== undefined) return id;
  context.addIssue(badId);
  return z.NEVER;
});

/** An id in a form or a JSON body. */
export function idField(missing: ErrorCode = 'field.required') {
  return z
    .union([z.number(), z.string()], errorFor(missing, 'field.badId'))
    .transform((value, context): Id => {
      const id = typeof value === 'string' ? readId(value.trim()) : readJsonId(value);
      if (id !== undefined) return id;
      context.addIssue(isBlank(value) ? messages[missing] : badId);
      return z.NEVER;
    });
}

/** As `idField`, or null for none. */
export function optionalIdField() {
  return z
    .union([z.number(), z.string()], badId)
    .nullish()
    .transform((value, context): Id | null => {
      if (isBlank(value)) return null;
      const id = typeof value === 'string' ? readId(value.trim()) : readJsonId(value);
      if (id !== undefined) return id;
      context.addIssue(badId);
      return z.NEVER;
    });
}

/** An id in a query. */
export const idParameter = z.string(messages['field.required']).transform((text, context): Id => {
  const id = readId(text);
  if (id !== undefined) return id;
  context.addIssue(badId);
  return z.NEVER;
});

/** The id of a thing of our own in an answer: a number, whatever the host's are. */
export const ownIdSchema = z.number().int().positive();

/** The id of a thing of our own in a query. */
export const ownIdParameter = idParameter.transform((id, context) => {
  if (typeof id !== 'number') context.addIssue(messages['field.notInteger']);
  return ownNumber(id);
});
