import type { z } from 'zod';
import type { Form } from '../media/form.ts';
import type { FieldErrors } from './field-errors.ts';

/**
 * Returns the parsed texts of a form; undefined, with a text in `errors` for each bad field, when the schema refuses
 * them. The errors are not thrown here, so that errors in the files are reported together with them.
 */
export function formFields<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  form: Pick<Form, 'text'>,
  errors: FieldErrors,
): z.infer<z.ZodObject<Shape>> | undefined {
  const texts = Object.keys(schema.shape).map((name) => [name, form.text(name)]);
  const parsed = schema.safeParse(Object.fromEntries(texts));
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0]);
    if (!errors.has(field)) errors.addText(field, message);
  }
  return parsed.data;
}
