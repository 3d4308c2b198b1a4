import { expect, it } from 'vitest';
import { isId, readId } from '#shared/id.ts';
import { idField, idSchema, optionalIdField } from '#shared/schemas/fields.ts';

const texts = [
  'b7e3f1a0-5c1d-4e52-9a53-0d1c8d1f2a77',
  '01J9ZK6W3M8Q5T7V2X4Y6Z8A0B',
  'a..b',
  'v1.2~draft_3-',
  '007',
  '0',
  // One digit more than a number represents exactly.
  '1234567890123456',
  'a'.repeat(64),
];
const none = ['', '-1', '.', '..', '~a', '_a', '-a', 'a/b', 'a%2Fb', 'a b', 'ä', 'a'.repeat(65)];
const schemas = [idSchema, idField(), optionalIdField()];

it.each(texts)('%s is a text, which an address contains unchanged', (text) => {
  expect([isId(text), readId(text)]).toEqual([true, text]);
  expect(new URL(`https://site.example/view-blog/${encodeURIComponent(text)}`).pathname).toBe(
    `/view-blog/${text}`,
  );
  for (const schema of schemas) expect(schema.parse(text)).toBe(text);
});

it.each([undefined, 'x\n', ...none])('%j is no id', (text) => {
  expect([isId(text), readId(text)]).toEqual([false, undefined]);
});

it('one id has one form, and what is none is refused', () => {
  for (const schema of schemas) {
    expect([schema.parse(7), schema.parse('7'), schema.parse(1_234_567_890_123_456)]).toEqual([
      7,
      7,
      '1234567890123456',
    ]);
    for (const wrong of [0, -1, 1.5, 1e300, Number.NaN, true, {}, [], ...none.slice(1)])
      expect(schema.safeParse(wrong).success).toBe(false);
  }
  expect(idField('project.categoryRequired').safeParse('').error?.issues[0]?.message).toMatch(/category/i);
  expect([undefined, null, ''].map((missing) => optionalIdField().parse(missing))).toEqual([
    null,
    null,
    null,
  ]);
});
