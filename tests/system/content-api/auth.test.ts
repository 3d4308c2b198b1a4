// @module-tag deep/process: makes hashes at their full cost; the contract tests sign in with quick ones

import crypto from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ensureFirstAdmin, findAccount } from '../../../server/content-api/auth/accounts.ts';
import { hashPassword, passwordMatches } from '../../../server/content-api/auth/passwords.ts';
import { AppError } from '../../../server/errors.ts';
import { filesUnder } from '../../support/engine/engine-data.ts';
import { emptyDatabase } from '../../support/engine/in-memory.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp } from '../../support/start-test-app.ts';

/** Password hashing, also in modules that are loaded already; it is real unless a test gives another function. */
const scrypt = vi.spyOn(crypto, 'scrypt');
syncBuiltinESMExports();
afterAll(() => {
  scrypt.mockRestore();
  syncBuiltinESMExports();
});

describe('passwords', () => {
  it('are kept salted, with their cost, and are found again', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(other);
    expect(await passwordMatches('correct horse', one)).toBe(true);
    expect(await passwordMatches('correct horse ', one)).toBe(false);
    expect(await passwordMatches('', one)).toBe(false);
  });

  it('are the same however their accents are composed', async () => {
    expect(await passwordMatches('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true);
  });

  it('never match an account that is not there, and take the same work to say so', async () => {
    await passwordMatches('wrong', await hashPassword('correct horse'));
    expect(await passwordMatches('wrong', undefined)).toBe(false);
    const [made, known, unknown] = scrypt.mock.calls.slice(-3);
    expect(known?.slice(2, 4)).toEqual(made?.slice(2, 4));
    expect(unknown?.slice(2, 4)).toEqual(made?.slice(2, 4));
  });

  it('refuse a flood with 503, and work on two at once', async () => {
    type Done = (error: Error | null, key: Buffer) => void;
    const working: Done[] = [];
    scrypt.mockClear();
    scrypt.mockImplementation((...given) => void working.push(given.at(-1) as unknown as Done));
    try {
      const tries = Array.from({ length: 60 }, () => passwordMatches('wrong', undefined));
      const settled = Promise.allSettled(tries);
      expect(working).toHaveLength(2);
      while (working.length > 0) {
        expect(working.length).toBeLessThanOrEqual(2);
        working.shift()?.(null, Buffer.alloc(32));
        await new Promise(setImmediate);
      }
      const results = await settled;
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(refused).toHaveLength(18);
      expect(refused[0]).toBeInstanceOf(AppError);
      expect(refused[0]).toMatchObject({ code: 'login.busy', status: 503, headers: { 'Retry-After': '5' } });
      expect(scrypt).toHaveBeenCalledTimes(42);
    } finally {
      scrypt.mockReset();
    }
  });
});

it('the first admin is made once, and the password is told only when it was generated', async () => {
  const db = await emptyDatabase();
  const made = await ensureFirstAdmin(db, { ADMIN_EMAIL: 'one@studio.test', ADMIN_PASSWORD: undefined });
  expect(made?.email).toBe('one@studio.test');
  const stored = await findAccount(db, { email: 'one@studio.test' });
  expect(await passwordMatches(made?.password ?? '', stored?.password_hash)).toBe(true);
  expect(
    await ensureFirstAdmin(db, { ADMIN_EMAIL: 'two@studio.test', ADMIN_PASSWORD: undefined }),
  ).toBeUndefined();
  expect(await findAccount(db, { email: 'two@studio.test' })).toBeUndefined();
  await db.destroy();
  const other = await emptyDatabase();
  const set = { ADMIN_EMAIL: 'a@b', ADMIN_PASSWORD: 'operators own' };
  expect(await ensureFirstAdmin(other, set)).toBeUndefined();
  const { password_hash } = (await findAccount(other, { email: 'a@b' })) ?? {};
  expect(await passwordMatches(set.ADMIN_PASSWORD, password_hash)).toBe(true);
  await other.destroy();
});

it('the files keep no password and no session as it is, and the log has neither', async () => {
  const credentials = { email: 'admin@studio.test', password: 'a password of the tests' };
  const app = await startTestApp({
    LOG_LEVEL: 'trace',
    ADMIN_PASSWORD: credentials.password,
    ADMIN_EMAIL: credentials.email,
  });
  const { cookie } = await signIn(app, credentials);
  const files = filesUnder(app.dataDir).map((name) => readFile(join(app.dataDir, name)));
  for (const bytes of [...(await Promise.all(files)), Buffer.from(JSON.stringify(app.logLines))])
    for (const secret of [credentials.password, cookie.slice(cookie.indexOf('=') + 1)])
      expect(bytes.includes(secret)).toBe(false);
  await app.close();
});
