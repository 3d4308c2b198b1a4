import { z } from 'zod';
import { messages } from '../../messages.ts';
import { plainText } from '../../plain-text.ts';
import { isDate, isDateTime } from '../field-formats.ts';
import { ifPresent, optionalTextOf } from './pieces.ts';

/** A day of the calendar (2026-12-31), or null. */
export function optionalDate() {
  return optionalTextOf(plainText).superRefine(
    ifPresent((text) => (isDate(text) ? undefined : messages['field.badDate'])),
  );
}

/** A day, which stays unchanged, or a time with its zone, which is converted to UTC; or null. */
export function optionalDateOrTime() {
  return optionalTextOf(plainText).transform((text, context) => {
    if (text === null || isDate(text)) return text;
    if (isDateTime(text)) return new Date(text).toISOString();
    context.addIssue(messages['field.badDate']);
    return z.NEVER;
  });
}

/**
 * The `updated_at` of the version that an edit started from (optimistic concurrency), in the engine's format; null if
 * it was not sent.
 */
export function version() {
  return z
    .string(messages['field.badTime'])
    .nullish()
    .transform((text, context) => {
      const sent = plainText(text ?? '');
      if (!sent) return null;
      const time = isDateTime(sent) ? Date.parse(sent) : Number.NaN;
      if (!Number.isNaN(time)) return new Date(time).toISOString();
      context.addIssue(messages['field.badTime']);
      return z.NEVER;
    });
}
