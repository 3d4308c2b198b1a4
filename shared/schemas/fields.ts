import { z } from 'zod';
import { isRecord } from '../is-record.ts';
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

/**
 * Returns the texts of a form as its rules make them plain, so that an API host gets what our engine would store. A text
 * that breaks its rule stays as it was typed.
 */
export function plainTexts<Texts extends object>({ shape }: { shape: z.ZodRawShape }, texts: Texts): Texts {
  const plain = Object.entries(texts).map(([name, text]) => {
    const read = typeof text === 'string' ? z.safeParse(shape[name] ?? z.never(), text).data : undefined;
    return [name, typeof read === 'string' ? read : text];
  });
  return Object.fromEntries(plain) as Texts;
}

/** An object that is checked elsewhere. `z.record` would walk over its values, of which a body may have thousands. */
export const jsonRecord = z.custom<Record<string, unknown>>(isRecord);

/** An object of fields, as in a form or a JSON body; unknown fields are dropped. */
export function fieldsOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, messages['field.notAnObject']);
}
