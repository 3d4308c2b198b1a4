import { expect, it } from 'vitest';
import { roleIn, userByCheck } from '../../../hosts/adapt/sign-in.ts';
import { parseHostFile } from '../../../hosts/host-file/load.ts';
import { hostOf, hostThatSays, json } from './mapped-host.ts';

const staff = { at: 'user.role', values: { owner: ['boss', 1], reader: 'guest' } };

it.each([
  ['one of several words for a role', staff, staff, 1, 'owner'],
  ['of several the one that may do most', staff, staff, ['guest', 'boss'], 'owner'],
  ['a word that stands for none', staff, staff, 'customer', null],
  ['no word where some are said', staff, staff, undefined, null],
  ['the words of the check, which the sign-in lacks', 'user.role', staff, 'boss', 'owner'],
  ['the words of the sign-in, which the check lacks', staff, 'user.role', 'customer', null],
  ['a word that is ours', 'user.role', 'user.role', 'editor', 'editor'],
  ['a word that is not ours, where nothing is said of it', 'user.role', 'user.role', 'admin', 'reader'],
  ['no word, where nothing is said', 'user.role', 'user.role', null, undefined],
  ['no place for it', undefined, undefined, 'editor', undefined],
])('%s', (_case, atSignIn, atCheck, role, expected) => {
  const said = { user: { role: atSignIn }, check: { path: '/me', user: { role: atCheck } } };
  const file = {
    version: 1,
    root: 'http://x',
    dates: { zone: 'UTC' },
    token: { from: { body: 't' }, ...said },
  };
  const parsed = parseHostFile(JSON.stringify(file), 'host.json');
  const { token } = parsed;
  const json = { user: { role } };
  expect(roleIn(token.user.role, json, token.check?.user.role)).toBe(expected);
  // The token check refuses an account without a role.
  const known = expected === null ? undefined : expected === undefined ? {} : { role: expected };
  expect(userByCheck(parsed, json)).toEqual(known);
});

it('refuses whoever has no role here, and ends the token that the host gave', async () => {
  const token = { from: { header: 'x-token' }, user: { role: staff } };
  const calls = { login: { path: '/in' }, logout: { path: '/out' } };
  const { ask, asked, paths } = hostOf({ token, calls }, ({ path }) =>
    path.endsWith('/in')
      ? { headers: { 'x-token': 't0ken' }, body: { status: 1, user: { role: 'x' } } }
      : { body: { status: 0 } },
  );
  await expect(ask('POST', '/api/login', json({ email: 'ada', password: 'p' }))).rejects.toMatchObject({
    code: 'login.noRole',
    status: 403,
  });
  expect(paths()).toEqual(['/cms/v2/in', '/cms/v2/out']);
  expect(asked[1]?.headers.authorization).toBe('Bearer t0ken');
});

it.each([
  [{}, { expires_in: 60 }],
  [{ expires_in: 'life' }, { life: 60, expires_in: 1 }],
])('says when the token ends: %j', async (place, said) => {
  const file = { token: { from: { body: 't' }, ...place }, calls: { login: { path: '/in' } } };
  const { ask } = hostThatSays(file, { status: 1, t: 't0ken', ...said });
  const { body } = await ask('POST', '/api/login', json({ email: 'ada', password: 'p' }));
  expect(body).toEqual({ status: 1, data: { token: 't0ken', expires_in: 60 } });
});
