import { describe, expect, it } from 'vitest';
import { isAdminAtSignIn, markOf } from '../../../../hosts/adapt/sign-in.ts';
import { parseHostFile } from '../../../../hosts/host-file/load.ts';
import { createAuthorisation } from '../../../../hosts/hybrid/authorisation.ts';
import type { TokenVerdict } from '../../../../server/bff/host-plugin.ts';

const fileOf = (changed: object) =>
  parseHostFile(
    JSON.stringify({ version: 1, root: 'http://host.example', dates: { zone: 'UTC' }, ...changed }),
    'host.json',
  );
const byRole = fileOf({
  token: {
    from: { body: 'token' },
    check: { path: '/me', admin: 'roles', user: { email: 'mail', role: 'level' } },
  },
  admins: { at: 'user.role', is: ['boss'] },
});
const byEmail = fileOf({
  token: { from: { body: 'token' }, user: { email: 'user.mail' }, check: { path: '/ping' } },
  admins: { emails: ['Boss@Host.example'] },
});
const log = { warn: () => {} };

const good = (json: unknown): TokenVerdict => ({ is: 'good', json });

it.each([
  ['the address that the host says, in any case', byEmail, { user: { mail: ' boss@host.EXAMPLE' } }, true],
  ['not another', byEmail, { user: { mail: 'boss@host.example.evil' } }, false],
  ['not one that is typed and not said', byEmail, { email: 'boss@host.example' }, false],
  ['a value that counts', byRole, { user: { role: 'boss' } }, true],
  ['not another value', byRole, { user: { role: 'bossy' } }, false],
  ['not true where a text counts', byRole, { user: { role: true } }, false],
  ['nobody by what every object has', byRole, { user: {} }, false],
] as const)('who is an admin: %s', (_case, file, json, expected) => {
  expect(isAdminAtSignIn(file, json)).toBe(expected);
});

describe('admission', () => {
  const session = (token: string, admin?: string) => ({
    token,
    user: { name: 'Boss', email: 'typed@x.example' },
    ...(admin && { admin }),
  });

  it('goes by what the check says, where it says it, and by the sign-in where not', async () => {
    const told = createAuthorisation(
      byRole,
      async (token) => good({ roles: [token], mail: 'boss@host.example', level: 'editor' }),
      { log },
    );
    await expect(told.admit(session('boss'))).resolves.toEqual({
      email: 'boss@host.example',
      name: 'Boss',
      role: 'editor',
    });
    // The mark of the sign-in differs, but is older.
    await expect(
      told.admit(session('customer', markOf(byRole.admins ?? { emails: [] }))),
    ).rejects.toMatchObject({ status: 403 });
    const mute = createAuthorisation(byEmail, async () => good({}), { log });
    const mark = markOf(byEmail.admins ?? { emails: [] });
    await expect(mute.admit(session('a', mark))).resolves.toMatchObject({ role: 'owner' });
    await expect(mute.admit(session('b'))).rejects.toMatchObject({ code: 'role.notAllowed', status: 403 });
    // Marked under another rule.
    await expect(mute.admit(session('c', markOf({ emails: ['old@x.example'] })))).rejects.toMatchObject({
      status: 403,
    });
  });

  it('asks the host once for many calls, and again after five minutes', async () => {
    let [now, asked] = [0, 0];
    const check = async () => {
      asked += 1;
      return good({ roles: 'boss' });
    };
    const { admit } = createAuthorisation(byRole, check, { log, now: () => now });
    for (const [minute, checks] of [
      [0, 1],
      [4, 1],
      [5, 2],
    ] as const) {
      now = minute * 60_000;
      await Promise.all(Array.from({ length: 8 }, () => admit(session('boss'))));
      expect(asked).toBe(checks);
    }
  });

  it('a session that ends while the host is asked is not let in by the answer', async () => {
    let answer = (_verdict: TokenVerdict) => {};
    const asked = createAuthorisation(byRole, () => new Promise((resolve) => (answer = resolve)), { log });
    const admitted = asked.admit(session('boss'));
    asked.end('boss');
    answer(good({ roles: 'boss' }));
    await expect(admitted).rejects.toMatchObject({ status: 401 });
    await expect(asked.again('boss')).rejects.toMatchObject({ status: 403 });
    expect(asked.known('boss')).toBeUndefined();
  });
});
