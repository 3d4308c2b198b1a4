import type { z } from 'zod';
import { type TextCode, textOf } from '#shared/desk-messages.ts';
import { AppError } from '../../errors.ts';
import type { Form } from '../media/form.ts';

/** Collects the errors in the fields of one request, so that a person gets all of them in one answer. */
export class FieldErrors {
  readonly #texts: Record<string, string[]> = Object.create(null);

  /** Adds one error of one field. */
  add(field: string, code: TextCode, values: Record<string, string | number> = {}): void {
    this.addText(field, textOf(code, values));
  }

  addText(field: string, text: string): void {
    this.#texts[field] = [...(this.#texts[field] ?? []), text];
  }

  has(field: string): boolean {
    return field in this.#texts;
  }

  /** Throws 422 fields.invalid if there is any error. */
  throwIfAny(): void {
    if (Object.keys(this.#texts).length > 0) {
      throw new AppError('fields.invalid', 422, { fields: { ...this.#texts } });
    }
  }
}

/** Returns the error 422 fields.invalid for one error of one field. */
export function badField(field: string, code: TextCode): AppError {
  return new AppError('fields.invalid', 422, { fields: { [field]: [textOf(code)] } });
}

/** Returns the parsed `input`, or throws 422 with a text for each bad field. */
export function parseFields<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = new FieldErrors();
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? 'body');
    if (!errors.has(field)) errors.addText(field, message);
  }
  errors.throwIfAny();
  throw parsed.error;
}

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
