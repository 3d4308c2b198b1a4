import { z } from 'zod';
import { limits } from '../../limits.ts';
import { type ErrorCode, messages, messageText } from '../../messages.ts';
import { plainEmail, plainLink, plainPhone, plainText } from '../../plain-text.ts';
import { isEmptyRichText } from '../../rich-text.ts';
import { isEmail, isPhone, isStorable, isWebAddress } from '../field-formats.ts';
import { ifPresent, isBlank, optionalTextOf, type Problem, required, textOf } from './pieces.ts';

/**
 * A text of one line: plain (plain-text.ts), with line ends and runs of blanks replaced by one space; control characters
 * are refused.
 */
export function line(max: number = limits.line, missing: ErrorCode = 'field.required') {
  return textOf(missing)
    .transform(asLine)
    .superRefine(required(missing, lineProblem(max)));
}

/** A title: plain, otherwise exactly as typed. */
export function title(missing: ErrorCode) {
  return textOf(missing)
    .transform(plainText)
    .superRefine(required(missing, textProblem(limits.title)));
}

export function optionalLine(max: number = limits.line) {
  return optionalTextOf(asLine).superRefine(ifPresent(lineProblem(max)));
}

/** A text of several lines, plain. */
export function paragraphs(max: number, missing: ErrorCode = 'field.required') {
  return textOf(missing)
    .transform(plainText)
    .superRefine(required(missing, textProblem(max)));
}

export function optionalParagraphs(max: number) {
  return optionalTextOf(plainText).superRefine(ifPresent(textProblem(max)));
}

/** A text with an item on each line, such as a list of services: each line tidied, empty lines dropped; or null. */
export function optionalLines(most: number, max: number) {
  return optionalTextOf((text) => linesOf(text).join('\n')).superRefine(
    ifPresent((text) => {
      const lines = text.split('\n');
      if (lines.length > most || lines.some((each) => each.length > max))
        return messageText('field.badLines', { most, limit: max });
      return lines.map(lineProblem(max)).find((problem) => problem !== undefined);
    }),
  );
}

/** Returns the lines of a text, each without needless blanks. Empty lines are left out. */
function linesOf(text: string): string[] {
  return plainText(text)
    .split('\n')
    .map(asLine)
    .filter((each) => each !== '');
}

/**
 * Rich HTML, stored byte for byte; `missing` is the error for empty rich text. Its size is limited only by that of
 * the whole body (json-body.ts).
 */
export function rich(missing: ErrorCode = 'field.required') {
  return textOf(missing).superRefine(
    required(missing, (html) => {
      if (!isStorable(html)) return messages['field.badCharacters'];
      return isEmptyRichText(html) ? messages[missing] : undefined;
    }),
  );
}

/** Rich HTML, or '' if it is empty. */
export function optionalRich() {
  return z
    .string(messages['field.notText'])
    .nullish()
    .transform((html) => (html && !isEmptyRichText(html) ? html : ''))
    .superRefine((html, context) => {
      if (!isStorable(html)) context.addIssue(messages['field.badCharacters']);
    });
}

/** A code in capital letters, such as that of a currency, or null; small letters are converted. */
export function optionalCode(pattern: RegExp, wrong: ErrorCode) {
  return optionalTextOf((text) => plainText(text).toUpperCase()).superRefine(
    ifPresent((text) => (pattern.test(text) ? undefined : messages[wrong])),
  );
}

/** One of a few values. */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
  missing: ErrorCode = 'field.required',
) {
  const wrong = messageText('field.notOneOf', { list: words.join(', ') });
  return z.enum(words, { error: (issue) => (isBlank(issue.input) ? messages[missing] : wrong) });
}

export function optionalOneOf<const Words extends readonly string[]>(words: Words) {
  const wrong = messageText('field.notOneOf', { list: words.join(', ') });
  return z
    .union([z.enum(words), z.literal('')], wrong)
    .nullish()
    .transform((word) => (word ? (word as Words[number]) : null));
}

/** An http or https URL, or null; a domain without either gets https. */
export function optionalUrl() {
  return optionalTextOf(plainLink).superRefine(
    ifPresent((text) => {
      if (text.length > limits.url) return messageText('field.tooLong', { limit: limits.url });
      return isWebAddress(text) ? undefined : messages['field.badUrl'];
    }),
  );
}

/** An email address as mail servers accept it: one @, no blanks, a domain with a dot. Case is preserved. */
export function email(missing: ErrorCode = 'field.required') {
  return textOf(missing)
    .transform(plainEmail)
    .superRefine(
      required(missing, (text) => {
        if (text.length > limits.email) return messageText('field.tooLong', { limit: limits.email });
        return isEmail(text) ? undefined : messages['field.badEmail'];
      }),
    );
}

/** A phone number as people write them, or null. */
export function optionalPhone() {
  return optionalTextOf(plainPhone).superRefine(
    ifPresent((text) => {
      if (text.length > limits.phone) return messageText('field.tooLong', { limit: limits.phone });
      return isPhone(text) ? undefined : messages['field.badPhone'];
    }),
  );
}

/**
 * Returns a text as one line. A text that is far too long is returned unchanged: it is refused anyway, and tidying
 * megabytes takes time.
 */
function asLine(text: string): string {
  return text.length > limits.shortText ? text : plainText(text).replace(/\s+/g, ' ');
}

function lineProblem(max: number): Problem {
  return (text) =>
    textProblem(max)(text) ?? (/\p{Cc}/u.test(text) ? messages['field.badCharacters'] : undefined);
}

function textProblem(max: number): Problem {
  return (text) => {
    if (text.length > max) return messageText('field.tooLong', { limit: max });
    return isStorable(text) ? undefined : messages['field.badCharacters'];
  };
}
