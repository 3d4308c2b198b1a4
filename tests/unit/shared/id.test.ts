import { describe, expect, it } from 'vitest';
import { idInAddress, isId, isLowerId, readId } from '#shared/id.ts';
import {
  idField,
  idParameter,
  idSchema,
  optionalIdField,
  ownIdParameter,
  ownNumber,
  readJsonId,
} from '#shared/schemas/id.ts';

const texts = [
  'b7e3f1a0-5c1d-4e52-9a53-0d1c8d1f2a77',
  '01J9ZK6W3M8Q5T7V2X4Y6Z8A0B',
  'our-new-office',
  'a..b',
  'v1.2~draft_3-',
  '007',
  '0',
  // One digit more than a number represents exactly.
  '1234567890123456',
  'new',
  'a'.repeat(64),
];

const none = ['', '-1', '.', '..', '~a', '_a', '-a', 'a/b', 'a%2Fb', 'a b', 'ä', 'x\n', 'a'.repeat(65)];

describe('in an address', () => {
  it.each(['1', '42', '999999999999999'])('%s is a number', (text) => {
    expect(isId(text)).toBe(true);
    expect(readId(text)).toBe(Number(text));
  });

  it.each(texts)('%s is a text', (text) => {
    expect(isId(text)).toBe(true);
    expect(readId(text)).toBe(text);
    // A URL contains the id unchanged, and it can be read back.
    expect(encodeURIComponent(text)).toBe(text);
    expect(new URL(`https://site.example/view-blog/${text}`).pathname).toBe(`/view-blog/${text}`);
  });

  it.each([undefined, ...none])('%j is no id', (text) => {
    expect(isId(text)).toBe(false);
    expect(readId(text)).toBeUndefined();
  });

  it('is read in one place of a pattern', () => {
    expect(new RegExp(`^/a/(${idInAddress})/b$`).exec('/a/x.y/b')?.[1]).toBe('x.y');
  });
});

describe('in an answer and in what is sent', () => {
  const schemas = { idSchema, idField: idField(), optionalIdField: optionalIdField() };

  it.each(Object.entries(schemas))('%s has one form for one id', (_name, schema) => {
    expect([schema.parse(7), schema.parse('7')]).toEqual([7, 7]);
    expect(schema.parse(999_999_999_999_999)).toBe(999_999_999_999_999);
    expect(schema.parse(1_234_567_890_123_456)).toBe('1234567890123456');
    for (const text of texts) expect(schema.parse(text)).toBe(text);
  });

  it.each(Object.entries(schemas))('%s refuses what is none', (_name, schema) => {
    const wrong = [0, -1, 1.5, 1e300, Number.NaN, true, {}, [], ...none.filter((text) => text.trim() !== '')];
    for (const value of wrong.filter((each) => each !== 'x\n'))
      expect(schema.safeParse(value).success).toBe(false);
  });

  it('is missing, or null, where it is left out', () => {
    expect(idField('project.categoryRequired').safeParse('').error?.issues[0]?.message).toMatch(/category/i);
    expect(idField().safeParse(undefined).success).toBe(false);
    expect([undefined, null, ''].map((none) => optionalIdField().parse(none))).toEqual([null, null, null]);
  });

  it('in a query is a text that is read', () => {
    expect([idParameter.parse('7'), idParameter.parse('a.b')]).toEqual([7, 'a.b']);
    expect(idParameter.safeParse('a b').success).toBe(false);
    expect(ownIdParameter.parse('7')).toBe(7);
    expect(ownIdParameter.safeParse('seven').success).toBe(false);
  });

  it('in JSON is read from a number or a text', () => {
    expect([readJsonId(7), readJsonId('7'), readJsonId('a')]).toEqual([7, 7, 'a']);
    expect([0, 1.5, null, undefined, {}, '../x'].map(readJsonId)).toEqual(Array(6).fill(undefined));
  });
});

it('a thing of our own has a number, and no other id is one', () => {
  expect([7, 'seven', '7', undefined].map(ownNumber)).toEqual([7, 0, 0, 0]);
});

it('numbers stand before texts', () => {
  const ids = ['b', 10, 'a', 9];
  expect(ids.sort((one, other) => (isLowerId(one, other) ? -1 : 1))).toEqual([9, 10, 'a', 'b']);
});
