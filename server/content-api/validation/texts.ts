import { limits } from '#shared/limits.ts';
import type { ErrorCode } from '#shared/messages.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { isStorable, isWebAddress } from '#shared/schemas/field-formats.ts';
import { version } from '#shared/schemas/fields.ts';
import type { Form } from '../media/form.ts';
import type { FieldErrors } from './field-errors.ts';

/** The checks of one form's texts: each gives a value that can be stored, and notes in `errors` what is wrong. */
export interface TextChecks {
  /** A one-line text, trimmed; `missing` is said when nothing is left. */
  line(name: string, missing: ErrorCode): string;
  /** Rich HTML, byte for byte as it came; `missing` is said when it shows nothing. */
  rich(name: string, missing: ErrorCode): string;
  /** A whole number from `min` to `max`. */
  wholeNumber(name: string, missing: ErrorCode, range: { min: number; max: number }): number;
  /** `0` or `1`, exactly. */
  binary(name: string, missing: ErrorCode): 0 | 1;
  /** An http or https address, or null when the field is empty. */
  optionalUrl(name: string): string | null;
  /** The `updated_at` that the edit began with (concurrency.ts), or null when it was not sent. */
  version(name: string): string | null;
}

const sentVersion = version();

export function textChecks(form: Pick<Form, 'text'>, errors: FieldErrors): TextChecks {
  return {
    line(name, missing) {
      const text = (form.text(name) ?? '').trim();
      if (text === '') errors.add(name, missing);
      else if (text.length > limits.title) errors.add(name, 'field.tooLong', { limit: limits.title });
      else if (!isStorable(text)) errors.add(name, 'field.badCharacters');
      return text;
    },
    rich(name, missing) {
      const html = form.text(name) ?? '';
      if (!isStorable(html)) errors.add(name, 'field.badCharacters');
      else if (isEmptyRichText(html)) errors.add(name, missing);
      return html;
    },
    wholeNumber(name, missing, { min, max }) {
      const text = (form.text(name) ?? '').trim();
      const value = Number(text);
      if (text === '') errors.add(name, missing);
      else if (!/^-?\d{1,400}$/.test(text)) errors.add(name, 'field.notInteger');
      else if (value < min || value > max) errors.add(name, 'field.outOfRange', { min, max });
      return value;
    },
    binary(name, missing) {
      const text = form.text(name) ?? '';
      if (text === '') errors.add(name, missing);
      else if (text !== '0' && text !== '1') errors.add(name, 'field.notBinary');
      return text === '1' ? 1 : 0;
    },
    optionalUrl(name) {
      const text = (form.text(name) ?? '').trim();
      if (text === '') return null;
      if (text.length > limits.url) errors.add(name, 'field.tooLong', { limit: limits.url });
      else if (!isWebAddress(text)) errors.add(name, 'field.badUrl');
      return text;
    },
    version(name) {
      const read = sentVersion.safeParse(form.text(name)?.trim());
      if (read.success) return read.data;
      errors.add(name, 'field.badTime');
      return null;
    },
  };
}
