import { z } from 'zod';
import { messages } from '../messages.ts';

/**
 * Fields of forms and JSON bodies, with their limits and messages. Each field reports at most one text for an error,
 * and produces a value that can be stored. Forms send everything as text, so numbers may arrive as text. An optional
 * field that is missing, null or blank becomes null.
 */

export * from './fields/dates.ts';
export * from './fields/numbers.ts';
export * from './fields/tabbed-lines.ts';
export * from './fields/texts.ts';

/** An object of fields, as in a form or a JSON body; unknown fields are dropped. */
export function fieldsOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, messages['field.notAnObject']);
}
