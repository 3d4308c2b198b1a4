import { expect, it } from 'vitest';
import {
  isRefusal,
  isUsableToken,
  tokenIn,
  withoutSecrets,
} from '../../../../../server/bff/session/token-in-answers.ts';

const token = 'tok_3/+aZ=="\\|9';

it.each([{ data: null }, { data: [token] }, { data: token }, { token: { token } }, { user: { token } }])(
  'finds no token in %j',
  (answer) => {
    expect(tokenIn(answer)).toBeUndefined();
  },
);

it('takes for a token only what a header can carry', () => {
  const tried = ['1|abcDEF', token, '', 'a b', 'a\r\nx-admin: 1', 'a\0', 'tök'];
  expect(tried.filter(isUsableToken)).toEqual(['1|abcDEF', token]);
});

it.each([
  [true, [{ status: 0 }, { status: '0' }, { status: false }, { success: false }, { status: 'error' }], true],
  [
    false,
    [{ status: 401 }, { error: 'x' }, { status: null, error: 'x' }, { errors: { email: ['x'] } }],
    true,
  ],
  [false, [{}, { status: 1 }, { status: '1' }, { status: true }, { error: null, errors: false }], false],
])('beside a token says no: %s; without one', (beside, answers, alone) => {
  for (const answer of answers)
    expect([isRefusal(answer, true), isRefusal(answer, false)], JSON.stringify(answer)).toEqual([
      beside,
      alone,
    ]);
});

it('drops the token from wherever it stands, and what opens doors beside it', () => {
  const answer = {
    status: 1,
    message: 'Signed in.',
    token,
    data: {
      refreshToken: 'r',
      id_token: 'i',
      user: { name: 'Ada', api_key: 'k', remember_token: 'm', password: 'p', roles: ['admin', token] },
      header: `Bearer ${token}`,
      link: `https://host.example/?t=${encodeURIComponent(token)}`,
      nested: JSON.stringify({ token }),
      encoded: Buffer.from(token).toString('base64'),
      [`x${token}x`]: 1,
    },
  };
  const left = { status: 1, message: 'Signed in.', data: { user: { name: 'Ada', roles: ['admin'] } } };
  expect(withoutSecrets(answer, token)).toEqual(left);
  const deep = JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  expect(JSON.stringify(withoutSecrets(deep, token)).length).toBeLessThan(100);
});
