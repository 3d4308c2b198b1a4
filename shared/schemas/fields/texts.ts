import { z } from 'zod';
import { limits } from '../../limits.ts';
import { type ErrorCode, messages, messageText } from '../../messages.ts';
import { isEmptyRichText } from '../../rich-text.ts';
import { isEmail, isPhone, isStorable, isWebAddress } from '../field-formats.ts';
import { ifPresent, isBlank, optionalTextOf, type Problem, required, textOf } from './pieces.ts';

/** A text of one line: trimmed, line ends and runs of blanks made one space; other control characters are refused. */
export function line(max: number = limits.line, missing: ErrorCode = 'field.required') {
  return textOf(missing)
    .transform(asLine)
    .superRefine(required(missing, lineProblem(max)));
}

/** A title: trimmed, and otherwise as it was typed. */
export function title(missing: ErrorCode) {
  return textOf(missing)
    .transform((text) => text.trim())
    .superRefine(required(missing, textProblem(limits.title)));
}

export function optionalLine(max: number = limits.line) {
  return optionalTextOf(asLine).superRefine(ifPresent(lineProblem(max)));
}

/** A text of many lines, trimmed, with plain line ends. */
export function paragraphs(max: number, missing: ErrorCode = 'field.required') {
  return textOf(missing)
    .transform(asParagraphs)
    .superRefine(required(missing, textProblem(max)));
}

export function optionalParagraphs(max: number) {
  return optionalTextOf(asParagraphs).superRefine(ifPresent(textProblem(max)));
}

/** Rich HTML, byte for byte as it came; `missing` is said when it shows nothing. Its size is the body's (json-body.ts). */
export function rich(missing: ErrorCode = 'field.required') {
  return textOf(missing).superRefine(
    required(missing, (html) => {
      if (!isStorable(html)) return messages['field.badCharacters'];
      return isEmptyRichText(html) ? messages[missing] : undefined;
    }),
  );
}

/** Rich HTML or '' when it shows nothing. */
export function optionalRich() {
  return z
    .string(messages['field.notText'])
    .nullish()
    .transform((html) => (html && !isEmptyRichText(html) ? html : ''))
    .superRefine((html, context) => {
      if (!isStorable(html)) context.addIssue(messages['field.badCharacters']);
    });
}

/** A code in capitals, such as that of a currency, or null; small letters are made capitals. */
export function optionalCode(pattern: RegExp, wrong: ErrorCode) {
  return optionalTextOf((text) => text.trim().toUpperCase()).superRefine(
    ifPresent((text) => (pattern.test(text) ? undefined : messages[wrong])),
  );
}

/** One of a few words. */
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

/** An http or https address, or null. */
export function optionalUrl() {
  return optionalTextOf((text) => text.trim()).superRefine(
    ifPresent((text) => {
      if (text.length > limits.url) return messageText('field.tooLong', { limit: limits.url });
      return isWebAddress(text) ? undefined : messages['field.badUrl'];
    }),
  );
}

/** An email address as mail servers take it: one @, no blanks, a domain with a dot. Case stays. */
export function email(missing: ErrorCode = 'field.required') {
  return textOf(missing)
    .transform((text) => text.trim())
    .superRefine(
      required(missing, (text) => {
        if (text.length > limits.email) return messageText('field.tooLong', { limit: limits.email });
        return isEmail(text) ? undefined : messages['field.badEmail'];
      }),
    );
}

/** A phone number as people write them, or null. */
export function optionalPhone() {
  return optionalTextOf(asLine).superRefine(
    ifPresent((text) => {
      if (text.length > limits.phone) return messageText('field.tooLong', { limit: limits.phone });
      return isPhone(text) ? undefined : messages['field.badPhone'];
    }),
  );
}

/** A text that is far too long is left as it is, to be refused for that: tidying megabytes would take its time. */
function asLine(text: string): string {
  return text.length > limits.shortText ? text : text.trim().replace(/\s+/g, ' ');
}

function asParagraphs(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
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
