import { z } from 'zod';
import { messages } from '../messages.ts';

/**
 * Fields of forms and JSON bodies, with their limits and messages. Each gives one text for what is wrong with it, and a
 * value that can be stored. Forms send everything as text, so numbers may come as text too; an optional field that is
 * missing, null or blank is null.
 */

export * from './fields/dates.ts';
export * from './fields/numbers.ts';
export * from './fields/texts.ts';

/** An object of fields, as a form or a JSON body has them; what is not a field of it is left out. */
export function fieldsOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, messages['field.notAnObject']);
}
