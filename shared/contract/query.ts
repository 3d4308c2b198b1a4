import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import { plainText } from '../plain-text.ts';
import { isStorable } from '../text-formats.ts';

/** A whole number from 1 to `most`. */
export function countParameter(most: number) {
  const wrong = messageText('field.outOfRange', { min: 1, max: most });
  return z.coerce.number(wrong).int(wrong).min(1, wrong).max(most, wrong).optional();
}

/** `?page={n}` of every list. The server sets the page size (docs/product.md §9). */
export const pageQuery = z.object({ page: countParameter(limits.page) });

/** `?per_page=`, for lists that support it; by default `limits.pageSize`, of the BFF's own lists 20, of the log 50. */
export const pageSize = countParameter(limits.pageSizeMost);

/** A plain text, trimmed. An empty text means no filter. */
const textParameter = (limit: number) =>
  z
    .string(messages['field.repeated'])
    .overwrite(plainText)
    .max(limit, messageText('field.tooLong', { limit }))
    .refine(isStorable, messages['field.badCharacters'])
    .transform((text) => text || undefined)
    .optional();

/** `?search=`: the search text. */
export const searchText = textParameter(limits.search);

/** A value to be matched exactly. */
export const exactMatch = textParameter(limits.line);

/** An empty value, as a form sends it, means no filter. */
export function orNone<Parameter extends z.ZodType>(parameter: Parameter, wrong?: string) {
  return z.union([z.literal('').transform(() => undefined), parameter], wrong).optional();
}

/** A parameter that accepts one of these values. An empty value, as a form sends it, means no filter. */
export function enumParameter<const Words extends readonly string[]>(words: Words) {
  const wrong = messageText('field.notOneOf', { list: words.join(', ') });
  return orNone(z.enum(words, wrong), wrong);
}
