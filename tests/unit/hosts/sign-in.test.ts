import { describe, expect, it } from 'vitest';
import { userByCheck } from '../../../hosts/adapt/admin-check.ts';
import { roleIn, roleWordsProblem } from '../../../hosts/adapt/host-roles.ts';
import { parseHostFile } from '../../../hosts/host-file/load.ts';
import { hostOf, json, sentOf } from './mapped-host.ts';

const credentials = json({ email: 'ada', password: 'p' });
const staff = { at: 'user.role', values: { owner: ['boss', 1], reader: 'guest' } };

describe('the way in and out of a host', () => {
  it.each([
    ['one of several words for a role', staff, 1, 'owner'],
    ['of several the one that may do most', staff, ['guest', 'boss'], 'owner'],
    ['a word that stands for none', staff, 'customer', null],
    ['no word where some are said', staff, undefined, null],
    ['a word that is ours', 'user.role', 'editor', 'editor'],
    ['a word that is not ours, where nothing is said of it', 'user.role', 'admin', 'reader'],
    ['no word, where nothing is said', 'user.role', null, undefined],
    ['no place for it', undefined, 'editor', undefined],
  ])('%s', (_case, place, role, expected) => {
    const text = { version: 1, root: 'http://x', dates: { zone: 'UTC' } };
    const from = { body: 'token' };
    const { token } = parseHostFile(
      JSON.stringify({
        ...text,
        token: { from, user: { role: place }, check: { path: '/me', user: { role: place } } },
      }),
      'host.json',
    );
    expect(roleIn(token.user.role, { user: { role } })).toBe(expected);
    // The token check reads the role in the same way, and refuses an account without a role.
    const known = expected === null ? undefined : expected === undefined ? {} : { role: expected };
    expect(userByCheck({ token }, { user: { role } })).toEqual(known);
  });

  it.each([
    'admin',
    { at: 'role', values: { boss: 'x' } },
    { at: 'role', values: { owner: [] } },
    { at: 'role' },
  ])('does not take %j for the place of a role, unless it is one', (role) => {
    const file = { version: 1, root: 'http://x', dates: { zone: 'UTC' } };
    const parse = () =>
      parseHostFile(JSON.stringify({ ...file, token: { from: { body: 't' }, user: { role } } }), 'host.json');
    if (role === 'admin') expect(parse().token.user.role).toBe('admin');
    else expect(parse).toThrow(/token\.user\.role/);
  });

  it.each([
    [staff, 'role', 'token.user.role has "values" and token.check.user.role has none'],
    ['role', staff, 'token.check.user.role has "values" and token.user.role has none'],
    [staff, staff, undefined],
    ['role', 'role', undefined],
    [staff, undefined, undefined],
    [undefined, staff, undefined],
  ])('a start warns of %j at the sign-in and %j in the check: %s', (atSignIn, atCheck, warning) => {
    const from = { body: 't' };
    const token = { from, user: { role: atSignIn }, check: { path: '/me', user: { role: atCheck } } };
    const file = parseHostFile(
      JSON.stringify({ version: 1, root: 'http://x', dates: { zone: 'UTC' }, token }),
      'host.json',
    );
    const problem = roleWordsProblem(file.token);
    if (warning === undefined) expect(problem).toBeUndefined();
    else expect(problem).toContain(warning);
  });

  const refusing = (calls: object, answer: object) => {
    const token = { from: { header: 'x-token' }, user: { role: staff } };
    return hostOf({ token, calls: { login: { path: '/in' }, ...calls } }, ({ path }) =>
      path.endsWith('/in') ? { headers: { 'x-token': 't0ken' }, ...answer } : { body: { status: 0 } },
    );
  };

  it('refuses whoever has no role here, and ends the token that the host gave', async () => {
    const { ask, asked } = refusing(
      { logout: { path: '/out' } },
      { body: { status: 1, user: { role: 'x' } } },
    );
    await expect(ask('POST', '/api/login', credentials)).rejects.toMatchObject({
      ...{ code: 'login.noRole', status: 403 },
    });
    expect(asked.map(({ path }) => path)).toEqual(['/cms/v2/in', '/cms/v2/out']);
    expect(asked[1]?.headers.authorization).toBe('Bearer t0ken');
  });

  it('refuses them also where the host says nothing but yes, and has no sign-out', async () => {
    const { ask, asked } = refusing({}, { status: 204 });
    await expect(ask('POST', '/api/login', credentials)).rejects.toMatchObject({ code: 'login.noRole' });
    expect(asked).toHaveLength(1);
  });

  it('says the token in a sign-out where the host wants it, and in no other call', async () => {
    const out = (more: object) =>
      hostOf(
        {
          preset: 'contract',
          calls: { logout: { path: '/out', ...more }, contactUs: { path: '/c', add_body: { t: '{token}' } } },
        },
        () => ({
          body: { anything: true },
        }),
      );
    const { headers } = json({});
    const inBody = out({ send: 'urlencoded', add_body: { token: '{token}', hint: 'a {token}' } });
    await inBody.ask('POST', '/api/logout', { headers });
    expect(sentOf(inBody.asked[0])).toBe('token=t0ken&hint=a+t0ken');
    await inBody.ask('POST', '/api/contactUs', json({ name: 'A' }));
    expect(JSON.parse(sentOf(inBody.asked[1]))).toEqual({ name: 'A', t: '{token}' });
    const inQuery = out({ add_query: { api_token: '{token}', all: true } });
    await inQuery.ask('POST', '/api/logout', { headers });
    expect(inQuery.asked[0]?.path).toBe('/cms/v2/out?api_token=t0ken&all=true');
    expect(inQuery.asked[0]?.body).toBeUndefined();
  });

  it('goes by the status alone in a call for which nothing says yes or no', async () => {
    const calls = { jobs: { path: '/j' }, team: { path: '/t', envelope: { success: null, list: 'rows' } } };
    const { ask } = hostOf({ calls }, () => ({ body: { status: 'up', rows: [] } }));
    expect((await ask('GET', '/api/jobs')).status).toBe(400);
    expect((await ask('GET', '/api/team')).status).toBe(200);
  });
});
