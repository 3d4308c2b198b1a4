import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { enumParameter, searchText } from '#shared/contract/query.ts';
import { jsonBodyBytes } from '#shared/contract/row.ts';
import { KIB, limits, MIB } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import * as fields from '#shared/schemas/fields.ts';

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
const notText = messages['field.notText'];
const notInteger = messages['field.notInteger'];
const notBinary = messages['field.notBinary'];
const badUrl = messages['field.badUrl'];
const badEmail = messages['field.badEmail'];
const badPhone = messages['field.badPhone'];
const badDate = messages['field.badDate'];
const badTime = messages['field.badTime'];
const repeated = messages['field.repeated'];
const badAmount = messageText('field.badAmount', { max: 100 });
const tooLong = (limit: number) => messageText('field.tooLong', { limit });
const words = ['on', 'off'] as const;
const notOneOf = 'This must be one of: on, off.';
const range = 'This must be a whole number from 1 to 9.';
const currency = fields.optionalCode(/^[A-Z]{3}$/, 'job.badCurrency');

/** Of each field: what it takes, with the value; and what it refuses, by its text. */
const cases: [
  name: string,
  field: z.ZodType,
  taken: [sent: unknown, value: unknown][],
  refused: Record<string, unknown[]>,
][] = [
  [
    'line',
    fields.line(5),
    [
      ['  a \n\t b ', 'a b'],
      ['abcde', 'abcde'],
    ],
    {
      [tooLong(5)]: ['abcdef'],
      [required]: [' \n ', undefined, null],
      [notText]: [5, ['a']],
      [badCharacters]: ['a\0', 'a\u001b', '\ud800'],
    },
  ],
  [
    'optionalLine',
    fields.optionalLine(5),
    [
      [' ', null],
      [undefined, null],
    ],
    { [tooLong(5)]: ['abcdef'], [notText]: [{}] },
  ],
  [
    'paragraphs',
    fields.paragraphs(6),
    [[' a\r\n\r\nb\rc ', 'a\n\nb\nc']],
    { [tooLong(6)]: ['a\nb\nc\nd'], [required]: ['\r\n'], [badCharacters]: ['a\0b'] },
  ],
  [
    'rich',
    fields.rich(),
    [['<p> x </p>\r\n', '<p> x </p>\r\n']],
    { [required]: ['', '<p><br></p>'], [badCharacters]: ['<p>\0</p>'] },
  ],
  [
    'integer',
    fields.integer(1, 9),
    [
      [9, 9],
      [' 9 ', 9],
    ],
    {
      [range]: [10, '0'],
      [notInteger]: [1.5, '1e0', '0x1', 1e21, true, [1], '9'.repeat(10_000)],
      [required]: ['', undefined],
    },
  ],
  [
    'optionalInteger',
    fields.optionalInteger(1, 9),
    [
      ['', null],
      [null, null],
    ],
    { [range]: [0], [notInteger]: [{}] },
  ],
  [
    'optionalAmount',
    fields.optionalAmount(100),
    [
      ['12.50', 12.5],
      [0, 0],
      [' ', null],
    ],
    { [badAmount]: [100.01, 1.005, -1, '1,5', false] },
  ],
  [
    'binary',
    fields.binary(),
    [
      [true, 1],
      ['0', 0],
    ],
    { [required]: ['', undefined], [notBinary]: [' ', 'true', 2] },
  ],
  [
    'oneOf',
    fields.oneOf(words),
    [['on', 'on']],
    { [notOneOf]: ['ON', 'constructor', ['on']], [required]: ['', undefined] },
  ],
  [
    'optionalCode',
    currency,
    [
      [' pkr ', 'PKR'],
      ['', null],
    ],
    { [messages['job.badCurrency']]: ['Rs'] },
  ],
  [
    'optionalUrl',
    fields.optionalUrl(),
    [
      [' https://a.example/ü?x=1 ', 'https://a.example/ü?x=1'],
      ['', null],
    ],
    {
      [badUrl]: ['javascript:alert(1)', 'https://a b', 'http://a\\b'],
      [tooLong(2048)]: [`https://${'a'.repeat(2048)}`],
    },
  ],
  [
    'email',
    fields.email(),
    [[' Ana.Ü+x@Müller.example ', 'Ana.Ü+x@Müller.example']],
    {
      [required]: [''],
      [badEmail]: [
        'a@b',
        'a@b@c.example',
        'a@c..example',
        'a@-c.example',
        'a@c.example\nBcc: x@y.example',
        '"a"<a@c.example',
        `${'a'.repeat(65)}@c.example`,
      ],
      [tooLong(254)]: [`a@${'c.'.repeat(200)}example`],
    },
  ],
  [
    'optionalPhone',
    fields.optionalPhone(),
    [
      [' +92 (91)  123-4567 ', '+92 (91) 123-4567'],
      ['', null],
    ],
    { [badPhone]: ['12', '+92 call me'], [tooLong(30)]: ['1'.repeat(31)] },
  ],
  [
    'optionalDate',
    fields.optionalDate(),
    [
      ['2024-02-29', '2024-02-29'],
      ['', null],
    ],
    { [badDate]: ['2023-02-29', '31.12.2026', '0001-01-01', '2026-01-01T00:00:00Z'] },
  ],
  [
    'optionalDateOrTime',
    fields.optionalDateOrTime(),
    [
      ['2026-12-31', '2026-12-31'],
      ['2026-12-31T17:00+05:00', '2026-12-31T12:00:00.000Z'],
    ],
    { [badDate]: ['2026-12-31T17:00', '2026-12-31T25:00Z', 'tomorrow'] },
  ],
  [
    'version',
    fields.version(),
    [
      ['2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.500Z'],
      ['', null],
    ],
    { [badTime]: ['2026-01-01', '2026-02-30T00:00:00Z', 1_767_225_600_000] },
  ],
  [
    'searchText',
    searchText,
    [
      [' a b ', 'a b'],
      [' ', undefined],
    ],
    { [repeated]: [['a', 'b']], [tooLong(100)]: ['x'.repeat(101)], [badCharacters]: ['a\0'] },
  ],
  [
    'enumParameter',
    enumParameter(words),
    [
      ['on', 'on'],
      ['', undefined],
    ],
    { [notOneOf]: ['x', ['on', 'on']] },
  ],
];

describe('the fields of forms and bodies', () => {
  it.each(cases)('%s', (_name, field, taken, refused) => {
    for (const [sent, result] of taken)
      expect(read(field, sent), JSON.stringify(sent)).toEqual(value(result));
    for (const [text, all] of Object.entries(refused))
      for (const sent of all) expect(read(field, sent), JSON.stringify(sent)?.slice(0, 50)).toBe(text);
  });

  it('are read from an object only, and what is no field is left out', () => {
    const form = fields.fieldsOf({ a: fields.optionalLine() });
    expect(form.parse(JSON.parse('{"a":"x","b":1,"__proto__":{"c":1}}'))).toEqual({ a: 'x' });
    for (const sent of [null, [], 'x', undefined])
      expect(read(form, sent)).toBe(messages['field.notAnObject']);
  });

  it('leave a text alone that is far too long anyway', () => {
    const apart = (blanks: number) => read(fields.line(), `a${' '.repeat(blanks)}b`);
    expect([apart(limits.shortText - 1), apart(limits.shortText - 2)]).toEqual([
      tooLong(limits.line),
      value('a b'),
    ]);
  });
});

it.each([
  [{}, 128 * KIB],
  [{ bodyLimit: 5 }, 5],
  [undefined, MIB],
] as const)('the largest JSON body of a row that says %j', (row, bytes) => {
  expect(jsonBodyBytes(row)).toBe(bytes);
});
