import { describe, expect, it } from 'vitest';
import {
  isRefusal,
  isUsableToken,
  tokenIn,
  withoutSecrets,
} from '../../../../../server/bff/session/sign-in/answer.ts';

const token = 'tok_3/+aZ=="\\|9';

describe('tokenIn', () => {
  it.each([
    {},
    { data: null },
    { data: [token] },
    { data: token },
    { token: { token } },
    { user: { token } },
  ])('finds none in %j', (answer) => {
    expect(tokenIn(answer)).toBeUndefined();
  });
});

describe('isUsableToken', () => {
  it.each(['abc', '1|abcDEF', 'eyJ.eyJ.sig', token])('takes %j', (text) => {
    expect(isUsableToken(text)).toBe(true);
  });

  it.each(['', 'a b', 'a\r\nx-admin: 1', 'a\0', 'tök', 'a\t', '\u{1f511}'])('refuses %j', (text) => {
    expect(isUsableToken(text)).toBe(false);
  });
});

describe('isRefusal', () => {
  it.each([{ status: 0 }, { status: '0' }, { status: false }, { success: false }, { status: 'error' }])(
    'believes %j even beside a token',
    (answer) => {
      expect(isRefusal(answer, true)).toBe(true);
      expect(isRefusal(answer, false)).toBe(true);
    },
  );

  it.each([{ status: 401 }, { status: 2 }, { error: 'x' }, { errors: { email: ['x'] } }])(
    'takes %j for a no only without a token',
    (answer) => {
      expect(isRefusal(answer, true)).toBe(false);
      expect(isRefusal(answer, false)).toBe(true);
    },
  );

  it.each([
    {},
    { status: 1 },
    { status: '1' },
    { status: 200 },
    { status: true },
    { error: null, errors: false },
  ])('takes %j for no refusal', (answer) => {
    expect(isRefusal(answer, false)).toBe(false);
  });
});

describe('withoutSecrets', () => {
  it('drops the token from wherever it stands, and what opens doors beside it', () => {
    const answer = {
      status: 1,
      message: 'Signed in.',
      token,
      access_token: token,
      data: {
        token,
        refreshToken: 'r',
        refresh_token: 'r',
        id_token: 'i',
        user: { name: 'Ada', api_key: 'k', remember_token: 'm', password: 'p', roles: ['admin', token] },
        header: `Bearer ${token}`,
        link: `https://host.example/?t=${encodeURIComponent(token)}`,
        nested: JSON.stringify({ token }),
        encoded: Buffer.from(token).toString('base64'),
        [`x${token}x`]: 1,
      },
    };
    expect(withoutSecrets(answer, token)).toEqual({
      status: 1,
      message: 'Signed in.',
      data: { user: { name: 'Ada', roles: ['admin'] } },
    });
  });

  it('survives any depth', () => {
    const deep = JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect(JSON.stringify(withoutSecrets(deep, token)).length).toBeLessThan(100);
  });
});
