import type { ReceivedFile } from '../support/server.ts';

/** The error of Laravel's validator, as far as this host has rules: with Laravel's rule names and English texts. */
export class ValidationException extends Error {
  readonly errors: Record<string, string[]>;

  constructor(errors: Record<string, string[]>) {
    const all = Object.values(errors).flat();
    const more = all.length - 1;
    super(`${all[0]}${more > 0 ? ` (and ${more} more error${more > 1 ? 's' : ''})` : ''}`);
    this.errors = errors;
  }
}

type Values = Record<string, unknown>;
type Rules = Record<string, string>;

/**
 * Returns the values that `rules` name; throws all errors. An empty text is null, because of two of Laravel's
 * middlewares.
 */
export function validate(fields: Values, files: Record<string, ReceivedFile[]>, rules: Rules): Values {
  const errors: Record<string, string[]> = {};
  const validated: Values = {};
  for (const [field, list] of Object.entries(rules)) {
    const value = fields[field] ?? null;
    const uploads = files[field] ?? [];
    const names = list.split('|');
    const absent = value === null && uploads.length === 0;
    if (absent) {
      if (names.includes('required') || names.includes('accepted')) {
        const failed = names.includes('accepted') ? 'must be accepted' : 'is required';
        errors[field] = [`The ${words(field)} field ${failed}.`];
      } else if (field in fields) validated[field] = null;
      continue;
    }
    const failures = names.flatMap((name) => failureOf(name, words(field), value, uploads) ?? []);
    if (failures.length > 0) errors[field] = failures;
    else if (value !== null) validated[field] = value;
  }
  if (Object.keys(errors).length > 0) throw new ValidationException(errors);
  return validated;
}

const booleans: unknown[] = [true, false, 1, 0, '1', '0'];

/** Converts a value that the `boolean` rule accepts into a boolean; words such as "true" are not accepted. */
export function truth(value: unknown): boolean {
  return value === true || value === 1 || value === '1';
}

function failureOf(rule: string, field: string, value: unknown, files: ReceivedFile[]): string | undefined {
  const [name, argument = ''] = rule.split(':');
  const must = (what: string) => `The ${field} field must ${what}.`;
  if (name === 'string' && typeof value !== 'string') return must('be a string');
  if (name === 'boolean' && !booleans.includes(value)) return must('be true or false');
  if (name === 'integer' && !/^-?\d+$/.test(String(value))) return must('be an integer');
  if (name === 'email' && !/^[^\s@]+@[^\s@]+$/.test(String(value))) return must('be a valid email address');
  if (name === 'url' && !/^https?:\/\/[^\s/]+/.test(String(value))) return must('be a valid URL');
  if (name === 'date' && Number.isNaN(Date.parse(String(value)))) return must('be a valid date');
  if (name === 'array' && (typeof value !== 'object' || !value)) return must('be an array');
  if (name === 'accepted' && !['yes', 'on', '1', 1, true, 'true'].includes(value as never))
    return must('be accepted');
  if (name === 'in' && !argument.split(',').includes(String(value)))
    return `The selected ${field} is invalid.`;
  if (name === 'max' && typeof value === 'string' && [...value].length > Number(argument)) {
    return must(`not be greater than ${argument} characters`);
  }
  if (name === 'max' && files.some((file) => file.bytes.length > Number(argument) * 1024)) {
    return must(`not be greater than ${argument} kilobytes`);
  }
  if (name === 'image' && (files.length === 0 || !files.every((file) => isImage(file.bytes)))) {
    return must('be an image');
  }
  if (
    name === 'mimes' &&
    (files.length === 0 || !files.every((file) => hasType(file, argument.split(','))))
  ) {
    return must(`be a file of type: ${argument.replaceAll(',', ', ')}`);
  }
  return undefined;
}

/** Laravel reads the file's bytes and does not trust the declared type. */
function isImage(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12);
  return /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP)/s.test(head);
}

function hasType(file: ReceivedFile, types: string[]): boolean {
  const head = file.bytes.toString('latin1', 0, 4);
  return (
    (types.includes('pdf') && head === '%PDF') ||
    (types.includes('docx') && head === 'PK\u0003\u0004') ||
    (types.includes('doc') && head === '\xd0\xcf\x11\xe0')
  );
}

function words(field: string): string {
  return field.replaceAll('_', ' ');
}
