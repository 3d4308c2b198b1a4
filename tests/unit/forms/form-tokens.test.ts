import { expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { createFormTokens } from '../../../server/forms/form-tokens.ts';

let clock = Date.parse('2026-11-21T10:00:00Z');
const tokens = createFormTokens(Buffer.alloc(32, 'a secret'), () => clock);

it('form tokens are good once a person can have filled the form, for as long as the tab stays open, and when the clock is set back', () => {
  const token = tokens.issue();
  const after = (ms: number) => {
    clock += ms;
    return tokens.judge(token);
  };
  const least = limits.formMinSeconds * 1000;
  expect([
    after(0),
    after(least - 1),
    after(1),
    after(30 * 24 * 3_600_000),
    after(-31 * 24 * 3_600_000),
  ]).toEqual(['early', 'early', 'fine', 'fine', 'fine']);
});

it('form tokens cannot be made or changed by anybody else', () => {
  const token = tokens.issue();
  clock += 60_000;
  const [time = '', nonce = '', signature = ''] = token.split('.');
  const other = createFormTokens(Buffer.alloc(32, 'another'), () => clock - 60_000);
  const older = (Number.parseInt(time, 36) - 1000).toString(36);
  for (const forged of [
    undefined,
    '',
    `${time}.${nonce}.`,
    `${older}.${nonce}.${signature}`,
    `${time}.AAAAAAAA.${signature}`,
    `${time}.${nonce}.${signature.slice(0, -1)}`,
    `${time}.${nonce}.${'A'.repeat(43)}`,
    ` ${token}`,
    `${token}\n`,
    `000${token}`,
    other.issue(),
    'x'.repeat(100_000),
  ])
    expect(tokens.judge(forged), forged).toBe('foreign');
  expect(tokens.judge(token)).toBe('fine');
});
