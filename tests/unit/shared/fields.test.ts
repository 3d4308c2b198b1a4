import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { jsonBodyBytes } from '#shared/contract/json-body.ts';
import { enumParameter, exactMatch, searchText } from '#shared/contract/query.ts';
import { KIB, limits, MIB } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import {
  binary,
  email,
  fieldsOf,
  integer,
  line,
  oneOf,
  optionalAmount,
  optionalBinary,
  optionalCode,
  optionalDate,
  optionalDateOrTime,
  optionalInteger,
  optionalLine,
  optionalOneOf,
  optionalParagraphs,
  optionalPhone,
  optionalRich,
  optionalUrl,
  paragraphs,
  rich,
  version,
} from '#shared/schemas/fields.ts';

/** Returns the parsed value of a field, or its error text. */
function read(field: z.ZodType, sent: unknown): unknown {
  const parsed = field.safeParse(sent);
  if (parsed.success) return { value: parsed.data };
  expect(parsed.error.issues, 'one text for each field').toHaveLength(1);
  return parsed.error.issues[0]?.message;
}

const value = (given: unknown) => ({ value: given });
const required = messages['field.required'];
const badCharacters = messages['field.badCharacters'];
const tooLong = (limit: number) => messageText('field.tooLong', { limit });
const words = ['on', 'off'] as const;
const notOneOf = 'This must be one of: on, off.';
const range = 'This must be a whole number from 1 to 9.';
const notInteger = messages['field.notInteger'];
const badAmount = messageText('field.badAmount', { max: 100 });

const cases: [name: string, field: z.ZodType, sent: unknown, result: unknown][] = [
  ['line', line(5), '  a \n\t b ', value('a b')],
  ['line', line(5), 'abcde', value('abcde')],
  ['line', line(5), 'abcdef', tooLong(5)],
  ['line', line(5), ' \n ', required],
  ['line', line(5, 'blog.titleRequired'), undefined, messages['blog.titleRequired']],
  ['line', line(5), null, required],
  ['line', line(5), 5, messages['field.notText']],
  ['line', line(5), ['a'], messages['field.notText']],
  ['line', line(5), 'a\0', badCharacters],
  ['line', line(5), 'a\u001b', badCharacters],
  ['line', line(5), '\ud800', badCharacters],
  ['optionalLine', optionalLine(5), ' ', value(null)],
  ['optionalLine', optionalLine(5), undefined, value(null)],
  ['optionalLine', optionalLine(5), 'abcdef', tooLong(5)],
  ['optionalLine', optionalLine(5), {}, messages['field.notText']],
  ['paragraphs', paragraphs(9), ' a\r\n\r\nb\rc ', value('a\n\nb\nc')],
  ['paragraphs', paragraphs(2), 'a\nb', tooLong(2)],
  ['paragraphs', paragraphs(9), '\r\n', required],
  ['paragraphs', paragraphs(9), 'a\0b', badCharacters],
  ['optionalParagraphs', optionalParagraphs(9), '\n', value(null)],
  ['optionalParagraphs', optionalParagraphs(9), 'a\udc00', badCharacters],
  ['rich', rich(), '<p> x </p>\r\n', value('<p> x </p>\r\n')],
  ['rich', rich('blog.descriptionRequired'), '<p><br></p>', messages['blog.descriptionRequired']],
  ['rich', rich(), '', required],
  ['rich', rich(), '<p>\0</p>', badCharacters],
  ['optionalRich', optionalRich(), '<p><br></p>', value('')],
  ['optionalRich', optionalRich(), null, value('')],
  ['optionalRich', optionalRich(), '<p>x\ud800</p>', badCharacters],
  ['integer', integer(1, 9), 9, value(9)],
  ['integer', integer(1, 9), ' 9 ', value(9)],
  ['integer', integer(1, 9), 10, range],
  ['integer', integer(1, 9), '0', range],
  ['integer', integer(1, 9), 1.5, notInteger],
  ['integer', integer(1, 9), '1e0', notInteger],
  ['integer', integer(1, 9), '0x1', notInteger],
  ['integer', integer(1, 9), 1e21, notInteger],
  ['integer', integer(1, 9), true, notInteger],
  ['integer', integer(1, 9), [1], notInteger],
  ['integer', integer(1, 9), '9'.repeat(10_000), notInteger],
  ['integer', integer(1, 9), '', required],
  ['integer', integer(1, 9), undefined, required],
  ['optionalInteger', optionalInteger(1, 9), '', value(null)],
  ['optionalInteger', optionalInteger(1, 9), null, value(null)],
  ['optionalInteger', optionalInteger(1, 9), 0, range],
  ['optionalInteger', optionalInteger(1, 9), {}, notInteger],
  ['optionalAmount', optionalAmount(100), '12.50', value(12.5)],
  ['optionalAmount', optionalAmount(100), 0, value(0)],
  ['optionalAmount', optionalAmount(100), ' ', value(null)],
  ['optionalAmount', optionalAmount(100), 100.01, badAmount],
  ['optionalAmount', optionalAmount(100), 1.005, badAmount],
  ['optionalAmount', optionalAmount(100), -1, badAmount],
  ['optionalAmount', optionalAmount(100), '1,5', badAmount],
  ['optionalAmount', optionalAmount(100), false, badAmount],
  ['binary', binary(), true, value(1)],
  ['binary', binary(), '0', value(0)],
  ['binary', binary(), 1, value(1)],
  ['binary', binary(), '', required],
  ['binary', binary(), undefined, required],
  ['binary', binary(), ' ', messages['field.notBinary']],
  ['binary', binary(), 'true', messages['field.notBinary']],
  ['binary', binary(), 2, messages['field.notBinary']],
  ['optionalBinary', optionalBinary(), '', value(null)],
  ['optionalBinary', optionalBinary(), false, value(0)],
  ['optionalBinary', optionalBinary(), 'x', messages['field.notBinary']],
  ['oneOf', oneOf(words), 'on', value('on')],
  ['oneOf', oneOf(words), 'ON', notOneOf],
  ['oneOf', oneOf(words), '', required],
  ['oneOf', oneOf(words), undefined, required],
  ['oneOf', oneOf(words), 'constructor', notOneOf],
  ['oneOf', oneOf(words), ['on'], notOneOf],
  ['optionalOneOf', optionalOneOf(words), '', value(null)],
  ['optionalOneOf', optionalOneOf(words), undefined, value(null)],
  ['optionalOneOf', optionalOneOf(words), 'x', notOneOf],
  ['optionalCode', optionalCode(/^[A-Z]{3}$/, 'job.badCurrency'), ' pkr ', value('PKR')],
  ['optionalCode', optionalCode(/^[A-Z]{3}$/, 'job.badCurrency'), '', value(null)],
  ['optionalCode', optionalCode(/^[A-Z]{3}$/, 'job.badCurrency'), 'Rs', messages['job.badCurrency']],
  ['optionalUrl', optionalUrl(), ' https://a.example/ü?x=1 ', value('https://a.example/ü?x=1')],
  ['optionalUrl', optionalUrl(), '', value(null)],
  ['optionalUrl', optionalUrl(), 'javascript:alert(1)', messages['field.badUrl']],
  ['optionalUrl', optionalUrl(), 'https://a b', messages['field.badUrl']],
  ['optionalUrl', optionalUrl(), 'http://a\\b', messages['field.badUrl']],
  ['optionalUrl', optionalUrl(), `https://${'a'.repeat(2048)}`, tooLong(2048)],
  ['email', email(), ' Ana.Ü+x@Müller.example ', value('Ana.Ü+x@Müller.example')],
  ['email', email(), '', required],
  ['email', email(), 'a@b', messages['field.badEmail']],
  ['email', email(), 'a@b@c.example', messages['field.badEmail']],
  ['email', email(), 'a b@c.example', messages['field.badEmail']],
  ['email', email(), 'a@c..example', messages['field.badEmail']],
  ['email', email(), 'a@-c.example', messages['field.badEmail']],
  ['email', email(), 'a@c.example\nBcc: x@y.example', messages['field.badEmail']],
  ['email', email(), '"a"<a@c.example', messages['field.badEmail']],
  ['email', email(), `${'a'.repeat(65)}@c.example`, messages['field.badEmail']],
  ['email', email(), `a@${'c.'.repeat(200)}example`, tooLong(254)],
  ['optionalPhone', optionalPhone(), ' +92 (91)  123-4567 ', value('+92 (91) 123-4567')],
  ['optionalPhone', optionalPhone(), '', value(null)],
  ['optionalPhone', optionalPhone(), '12', messages['field.badPhone']],
  ['optionalPhone', optionalPhone(), '+92 call me', messages['field.badPhone']],
  ['optionalPhone', optionalPhone(), '1'.repeat(31), tooLong(30)],
  ['optionalDate', optionalDate(), '2024-02-29', value('2024-02-29')],
  ['optionalDate', optionalDate(), '', value(null)],
  ['optionalDate', optionalDate(), '2023-02-29', messages['field.badDate']],
  ['optionalDate', optionalDate(), '31.12.2026', messages['field.badDate']],
  ['optionalDate', optionalDate(), '0001-01-01', messages['field.badDate']],
  ['optionalDate', optionalDate(), '2026-01-01T00:00:00Z', messages['field.badDate']],
  ['optionalDateOrTime', optionalDateOrTime(), '2026-12-31', value('2026-12-31')],
  ['optionalDateOrTime', optionalDateOrTime(), '2026-12-31T17:00+05:00', value('2026-12-31T12:00:00.000Z')],
  ['optionalDateOrTime', optionalDateOrTime(), '2026-12-31T17:00', messages['field.badDate']],
  ['optionalDateOrTime', optionalDateOrTime(), '2026-12-31T25:00Z', messages['field.badDate']],
  ['optionalDateOrTime', optionalDateOrTime(), 'tomorrow', messages['field.badDate']],
  ['version', version(), '2026-01-01T00:00:00.5Z', value('2026-01-01T00:00:00.500Z')],
  ['version', version(), null, value(null)],
  ['version', version(), '', value(null)],
  ['version', version(), '2026-01-01', messages['field.badTime']],
  ['version', version(), '2026-02-30T00:00:00Z', messages['field.badTime']],
  ['version', version(), 1_767_225_600_000, messages['field.badTime']],
  ['searchText', searchText, ' a b ', value('a b')],
  ['searchText', searchText, ' ', value(undefined)],
  ['searchText', searchText, undefined, value(undefined)],
  ['searchText', searchText, ['a', 'b'], messages['field.repeated']],
  ['searchText', searchText, 'x'.repeat(101), tooLong(100)],
  ['searchText', searchText, 'a\0', badCharacters],
  ['exactMatch', exactMatch, 'A', value('A')],
  ['exactMatch', exactMatch, '', value(undefined)],
  ['exactMatch', exactMatch, ['A'], messages['field.repeated']],
  ['enumParameter', enumParameter(words), 'on', value('on')],
  ['enumParameter', enumParameter(words), '', value(undefined)],
  ['enumParameter', enumParameter(words), 'x', notOneOf],
  ['enumParameter', enumParameter(words), ['on', 'on'], notOneOf],
];

describe('the fields of forms and bodies', () => {
  it.each(cases)('%s %#', (_name, field, sent, result) => {
    expect(read(field, sent)).toEqual(result);
  });

  it('are read from an object only, and what is no field is left out', () => {
    const form = fieldsOf({ a: optionalLine() });
    expect(form.parse(JSON.parse('{"a":"x","b":1,"__proto__":{"c":1}}'))).toEqual({ a: 'x' });
    for (const sent of [null, [], 'x', 1, undefined]) {
      expect(read(form, sent)).toBe(messages['field.notAnObject']);
    }
  });

  it('leave a text alone that is far too long anyway', () => {
    const apart = (blanks: number) => `a${' '.repeat(blanks)}b`;
    expect(read(line(), apart(limits.shortText - 1))).toBe(tooLong(limits.line));
    expect(read(line(), apart(limits.shortText - 2))).toEqual(value('a b'));
  });
});

it.each([
  [{}, 128 * KIB],
  [{ bodyLimit: 5 }, 5],
  [{ bodyLimit: 'rich' }, 11 * MIB],
  [undefined, MIB],
] as const)('the largest JSON body of a row that says %j', (row, bytes) => {
  expect(jsonBodyBytes(row, 10 * MIB)).toBe(bytes);
});
