import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import { plainText } from '../plain-text.ts';
import { isStorable } from '../schemas/field-formats.ts';

const badPage = messageText('field.outOfRange', { min: 1, max: limits.page });
const tooLong = messageText('field.tooLong', { limit: limits.search });

/** `?page={n}` of every list. The server sets the page size (docs/product.md §9). */
export const pageQuery = z.object({
  page: z.coerce.number(badPage).int(badPage).min(1, badPage).max(limits.page, badPage).optional(),
});

const badPageSize = messageText('field.outOfRange', { min: 1, max: limits.pageSizeMost });

/** `?per_page=`, for lists that support it; `limits.pageSize` by default. */
export const pageSize = z.coerce
  .number(badPageSize)
  .int(badPageSize)
  .min(1, badPageSize)
  .max(limits.pageSizeMost, badPageSize)
  .optional();

/** `?search=`: the search text, trimmed. An empty text means no search. */
export const searchText = z
  .string(messages['field.repeated'])
  .overwrite(plainText)
  .max(limits.search, tooLong)
  .refine(isStorable, messages['field.badCharacters'])
  .transform((text) => text || undefined)
  .optional();

/** A value to be matched exactly. An empty value means no filter. */
export const exactMatch = z
  .string(messages['field.repeated'])
  .overwrite(plainText)
  .max(limits.line, messageText('field.tooLong', { limit: limits.line }))
  .refine(isStorable, messages['field.badCharacters'])
  .transform((text) => text || undefined)
  .optional();

/** A parameter that accepts one of these values. An empty value, as a form sends it, means no filter. */
export function enumParameter<const Words extends readonly string[]>(words: Words) {
  const wrong = messageText('field.notOneOf', { list: words.join(', ') });
  return z.union([z.literal('').transform(() => undefined), z.enum(words, wrong)], wrong).optional();
}
