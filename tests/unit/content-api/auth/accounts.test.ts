import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  findAccount,
  insertAccount,
  setPassword,
  Tokens,
} from '../../../../server/content-api/auth/accounts.ts';
import { assertGoodPassword } from '../../../../server/content-api/auth/routes.ts';
import type { Db } from '../../../../server/database/types.ts';
import { databaseForEach } from '../../../support/engine/in-memory.ts';

const email = 'admin@studio.test';
let db: Db;
databaseForEach((made) => (db = made));
beforeEach(async () => {
  await insertAccount(db, { email: 'Admin@Studio.test', name: 'Admin', password_hash: 'before' });
});
afterEach(() => void vi.useRealTimers());

const account = async () =>
  (await findAccount(db, { email: ' ADMIN@studio.test ' })) ?? expect.fail('no account');

it.each(['NaqshWorks2026', 'Studio.Admin!99'])(
  'refuses %s, which whoever knows the place would try',
  (guess) => {
    expect(() => assertGoodPassword(guess, { email }, 'Naqsh Works')).toThrow(
      expect.objectContaining({ fields: { new_password: [expect.stringContaining('easy to guess')] } }),
    );
  },
);

it('of two changes of the same password lets one through; who signs in with the old one meanwhile gets no token', async () => {
  const tokens = new Tokens(db, 1);
  const old = await account();
  expect(await setPassword(db, old, 'one')).toEqual([]);
  expect(await setPassword(db, old, 'other')).toBeUndefined();
  expect((await account()).password_hash).toBe('one');
  expect(await tokens.issue(old)).toBeUndefined();
  expect(await tokens.issue(await account())).toBeDefined();
});

it('tokens belong to their admin until they end or are revoked', async () => {
  const tokens = new Tokens(db, 2);
  const token = await tokens.issue(await account());
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await db.selectFrom('tokens').selectAll().execute())).not.toContain(token);
  for (const scheme of ['Bearer', 'bearer '])
    expect(await tokens.bearer(`${scheme} ${token}`)).toMatchObject({ email, name: 'Admin', role: 'owner' });
  for (const wrong of [
    undefined,
    '',
    token,
    `Basic ${token}`,
    `Bearer ${token}x`,
    'Bearer ',
    `Bearer ${token} x`,
  ])
    expect(await tokens.bearer(wrong), String(wrong)).toBeUndefined();
  await tokens.revoke(`Bearer ${token}`);
  expect(await tokens.bearer(`Bearer ${token}`)).toBeUndefined();

  vi.useFakeTimers({ toFake: ['Date'] });
  const second = await tokens.issue(await account());
  vi.setSystemTime(Date.now() + 2 * 3_600_000 - 1);
  expect(await tokens.bearer(`Bearer ${second}`)).toBeDefined();
  vi.setSystemTime(Date.now() + 1);
  expect(await tokens.bearer(`Bearer ${second}`)).toBeUndefined();
  await tokens.issue(await account());
  expect(await db.selectFrom('tokens').selectAll().execute()).toHaveLength(1);
});
