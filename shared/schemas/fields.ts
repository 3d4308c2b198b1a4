import { z } from 'zod';
import { type Id, readId } from '../id.ts';
import { isRecord } from '../json.ts';
import { limits } from '../limits.ts';
import { type ErrorCode, messages, messageText } from '../messages.ts';
import {
  plainEmail,
  plainLink,
  plainPhone,
  plainText,
  withAsciiDigits,
  withoutUnseen,
} from '../plain-text.ts';
import { isEmptyRichText } from '../rich-text.ts';
import { allTabbedLines, readTabbedLines, tabbedText } from '../tabbed-lines.ts';
import { isDate, isDateTime, isEmail, isPhone, isStorable, isWebAddress } from '../text-formats.ts';

/**
 * Fields of forms and JSON bodies, with their limits and messages. Each field reports at most one text for an error,
 * and produces a value that can be stored. Forms send everything as text, so numbers may arrive as text. An optional
 * field that is missing, null or blank becomes null.
 */

/**
 * Returns the texts of a form as its rules make them plain, so that an API host gets what our engine would store. A text
 * that breaks its rule stays as it was typed.
 */
export function plainTexts<Texts extends object>({ shape }: { shape: z.ZodRawShape }, texts: Texts) {
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

/** Returns the message for an invalid text; undefined for a valid one. */
type Problem = (text: string) => string | undefined;
type Refinement<Value> = (value: Value, context: { addIssue(message: string): void }) => void;

function textOf(missing: ErrorCode) {
  return z.string(errorFor(missing, 'field.notText'));
}

function optionalTextOf(tidy: (text: string) => string) {
  return z
    .string(messages['field.notText'])
    .nullish()
    .transform((text) => tidy(text ?? '') || null);
}

function errorFor(missing: ErrorCode, wrong: ErrorCode) {
  return { error: (issue: { input?: unknown }) => messages[isBlank(issue.input) ? missing : wrong] };
}

export function isBlank(value: unknown) {
  return value === undefined || value === null || value === '';
}

function required(missing: ErrorCode, problem: Problem): Refinement<string> {
  return (text, context) => {
    const found = text === '' ? messages[missing] : problem(text);
    if (found) context.addIssue(found);
  };
}

function ifPresent(problem: Problem): Refinement<string | null> {
  return (text, context) => {
    const found = text === null ? undefined : problem(text);
    if (found) context.addIssue(found);
  };
}

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

/** A whole number from `min` to `max`, also as text. */
export function integer(min: number, max: number, missing: ErrorCode = 'field.required') {
  return z
    .union([z.number(), z.string()], errorFor(missing, 'field.notInteger'))
    .transform((value, context) => {
      const read = readInteger(value, min, max);
      if (typeof read.value === 'number') return read.value;
      context.addIssue(read.problem ?? messages[missing]);
      return z.NEVER;
    });
}

export function optionalInteger(min: number, max: number) {
  return z
    .union([z.number(), z.string()], messages['field.notInteger'])
    .nullish()
    .transform((value, context) => {
      const read = readInteger(value ?? '', min, max);
      if (read.problem === undefined) return read.value ?? null;
      context.addIssue(read.problem);
      return z.NEVER;
    });
}

/** An amount of money from 0 to `max` with at most two decimals, also as text; or null. */
export function optionalAmount(max: number) {
  const wrong = messageText('field.badAmount', { max });
  return z
    .union([z.number(), z.string()], wrong)
    .nullish()
    .transform((value, context) => {
      const text = withAsciiDigits(plainText(String(value ?? '')));
      if (text === '') return null;
      if (/^\d{1,15}(\.\d{1,2})?$/.test(text) && Number(text) <= max) return Number(text);
      context.addIssue(wrong);
      return z.NEVER;
    });
}

/** 0 or 1, also as text or boolean. */
export function binary(missing: ErrorCode = 'field.required') {
  return z
    .union([z.number(), z.string(), z.boolean()], errorFor(missing, 'field.notBinary'))
    .transform((value, context) => {
      const read = readBinary(value);
      if (read !== undefined) return read;
      context.addIssue(messages[value === '' ? missing : 'field.notBinary']);
      return z.NEVER;
    });
}

export function optionalBinary() {
  return z
    .union([z.number(), z.string(), z.boolean()], messages['field.notBinary'])
    .nullish()
    .transform((value, context) => {
      const read = isBlank(value) ? null : readBinary(value);
      if (read !== undefined) return read;
      context.addIssue(messages['field.notBinary']);
      return z.NEVER;
    });
}

/** Parses the sent number. Returns the value, or the problem; neither of them if the field was empty. */
function readInteger(sent: number | string, min: number, max: number): { value?: number; problem?: string } {
  const text = withAsciiDigits(plainText(String(sent)));
  if (text === '') return {};
  const value = Number(text);
  if (!/^-?\d{1,400}$/.test(text)) return { problem: messages['field.notInteger'] };
  if (value < min || value > max) return { problem: messageText('field.outOfRange', { min, max }) };
  return { value };
}

function readBinary(sent: unknown) {
  if (sent === 1 || sent === '1' || sent === true) return 1;
  return sent === 0 || sent === '0' || sent === false ? 0 : undefined;
}

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
function linesOf(text: string) {
  return plainText(text)
    .split('\n')
    .map(asLine)
    .filter((each) => each !== '');
}

/**
 * Rich HTML, stored byte for byte; `missing` is the error for empty rich text. Its size is limited only by that of
 * the whole body (contract/row.ts).
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
function asLine(text: string) {
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

/** The rules of a text whose lines have parts separated by tabs (shared/tabbed-lines.ts). */
export interface TabbedLines {
  /** The lines in the plural, as errors name them: "credits". */
  items: string;
  /** The largest number of lines. */
  most: number;
  /** The parts of a line, in their order. Further parts are dropped. */
  parts: readonly LinePart[];
}

interface LinePart {
  /** The part as errors name it: "role". */
  name: string;
  max: number;
  optional?: true;
  /** Returns the part as it is stored; '' for one that cannot be used. */
  tidy?: (text: string) => string;
}

/** The longest text with these rules. */
export function tabbedLength({ most, parts }: TabbedLines) {
  return most * parts.reduce((sum, { max }) => sum + max + 1, 0);
}

/** The first error in a text with these rules: its words, and the line and the part at fault, counted from 0. */
interface TabbedProblem {
  line: number;
  part: number;
  words: string;
}

export function tabbedProblem(rules: TabbedLines, text: string): TabbedProblem | undefined {
  const { items, most, parts } = rules;
  const lines = allTabbedLines(text);
  const filled = [...lines.keys()].filter((at) => lines[at]?.some((part) => part !== ''));
  const extra = filled[most];
  if (extra !== undefined)
    return { line: extra, part: 0, words: messageText('lines.tooMany', { most, items }) };
  for (const line of filled)
    for (const [part, rule] of parts.entries()) {
      const words = partProblem(rule, tidied(rule, lines[line]?.[part]), line + 1);
      if (words) return { line, part, words };
    }
  return undefined;
}

function partProblem({ name, max, optional }: LinePart, text: string, line: number) {
  if (text === '' && !optional) return messageText('lines.missing', { line, part: name });
  if (text.length > max) return messageText('lines.tooLong', { line, part: name, limit: max });
  return undefined;
}

function tidied({ tidy }: LinePart, text = '') {
  return tidy ? tidy(text) : text;
}

/** A text with these rules, stored tidily; or null without lines. */
export function optionalTabbedLines(rules: TabbedLines) {
  return z
    .string(messages['field.notText'])
    .nullish()
    .transform((sent, context) => {
      const text = sent && withoutUnseen(sent);
      // A text that is far too long is refused before it is read, because reading megabytes takes time.
      if (text && text.length > limits.longText) {
        context.addIssue(messageText('field.tooLong', { limit: limits.longText }));
        return null;
      }
      const lines = readTabbedLines(text);
      const tidy = tabbedText(lines.map((line) => rules.parts.map((part, at) => tidied(part, line[at]))));
      const problem = tabbedProblem(rules, text ?? '');
      if (problem) context.addIssue(problem.words);
      else if (!isStorable(tidy)) context.addIssue(messages['field.badCharacters']);
      return tidy || null;
    });
}

const badId = messages['field.badId'];

/** Parses a JSON value as an id. */
export function readJsonId(value: unknown): Id | undefined {
  if (typeof value === 'string') return readId(value);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? readId(String(value))
    : undefined;
}

/**
 * Returns an id as the number of a record of this site, whose ids are always numbers. For a text returns 0, which is
 * the id of no record.
 */
export function ownNumber(id: Id | undefined) {
  return typeof id === 'number' ? id : 0;
}

/** Returns the id, and reports a problem if there is none. */
function idOr(id: Id | undefined, context: z.RefinementCtx, problem: string = badId) {
  if (id === undefined) context.addIssue(problem);
  return id ?? z.NEVER;
}

/** An id in an answer. A number that an API host sends as text becomes a number. */
export const idSchema = z
  .union([z.number(), z.string()])
  .transform((value, context) => idOr(readJsonId(value), context));

/** Parses an id that a person typed, which may have blanks at both ends. */
function typedId(value: unknown): Id | undefined {
  return readJsonId(typeof value === 'string' ? value.trim() : value);
}

/** An id in a form or a JSON body. */
export function idField(missing: ErrorCode = 'field.required') {
  return z
    .union([z.number(), z.string()], errorFor(missing, 'field.badId'))
    .transform((value, context) => idOr(typedId(value), context, isBlank(value) ? messages[missing] : badId));
}

/** Like `idField`, or null for none. */
export function optionalIdField() {
  return z
    .union([z.number(), z.string()], badId)
    .nullish()
    .transform((value, context) => (isBlank(value) ? null : idOr(typedId(value), context)));
}

/** An id in a query. */
export const idParameter = z
  .string(messages['field.required'])
  .transform((text, context) => idOr(readId(text), context));

/** The id of a record of this site in an answer: a number, even if the host's ids are texts. */
export const ownIdSchema = z.number().int().positive();

/** The id of a record of this site in a query. */
export const ownIdParameter = idParameter.transform((id, context) => {
  if (typeof id !== 'number') context.addIssue(messages['field.notInteger']);
  return ownNumber(id);
});
