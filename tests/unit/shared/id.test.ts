import { expect, it } from 'vitest';
import { isId, readId } from '#shared/id.ts';

it.each(['1', '42', '999999999999999'])('%s in an address is an id', (text) => {
  expect(isId(text)).toBe(true);
  expect(readId(text)).toBe(Number(text));
});

it.each([undefined, '', '0', '-1', '1.5', '01', '1e3', 'x', '1\n', '1000000000000000'])(
  '%j in an address is none',
  (text) => {
    expect(isId(text)).toBe(false);
    expect(readId(text)).toBeUndefined();
  },
);
