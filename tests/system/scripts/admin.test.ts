// @module-tag deep/process: runs the command
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../server/database/sqlite.ts';
import { accountActions } from '../../../tools/commands/admin.ts';
import { emptyDatabase } from '../../support/engine/in-memory.ts';
import { runSql } from '../../support/run-sql.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { studio } from '../../support/studio-command.ts';

const admin = (dataDir: string, args: string[], input?: string) =>
  studio(['admin', ...args], { DATA_DIR: dataDir }, { input });

describe('npm run studio -- admin, beside a running server', () => {
  const owner = { email: 'admin@studio.test', password: 'a password of the tests' };
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password });
  });
  afterAll(() => app.close());

  it('resets a password, shows it once, and ends every session', async () => {
    await signIn(app, owner);
    const sessions = await runSql({ app }, 'select token_hash as id from tokens');
    expect(sessions).toHaveLength(1);
    const { code, out } = await admin(app.dataDir, ['reset-password']);
    expect(code).toBe(0);
    const password = /^Password: (\S+)$/m.exec(out)?.[1] ?? '';
    expect(await runSql({ app }, 'select * from tokens')).toEqual([]);
    // For the BFF, which does not call the engine before each of its own answers.
    const ended = new DatabaseSync(join(app.dataDir, 'bff.sqlite'), { readOnly: true });
    expect(ended.prepare('select id from revoked_sessions').all()).toEqual(sessions);
    ended.close();
    await visit(app).call('login', owner).expect(401);
    await signIn(app, { ...owner, password });
  });

  it('takes the second step off somebody who lost it', async () => {
    const remove = (email: string) => admin(app.dataDir, ['remove-second-step', '--email', email]);
    const db = openSqlite(join(app.dataDir, 'content.sqlite'));
    const at = '2026-01-01T00:00:00.000Z';
    const lost = { admin_id: 1, sealed_key: 's', last_step: 1, created_at: at, confirmed_at: at };
    await db.insertInto('totp_keys').values(lost).execute();
    await db.insertInto('recovery_codes').values({ admin_id: 1, code_hash: 'h' }).execute();
    const { code, out } = await remove(owner.email.toUpperCase());
    expect([code, out]).toEqual([0, expect.stringContaining('the password alone is enough')]);
    expect(await db.selectFrom('totp_keys').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
    await db.destroy();
    expect((await remove(owner.email)).out).toContain('has no second step');
    expect((await remove('nobody@studio.test')).code).toBe(1);
  });

  it('takes the password from standard input, and does not repeat it', async () => {
    const password = 'an operator’s own words';
    const { code, out, err } = await admin(
      app.dataDir,
      ['add', '--email', 'Second@Studio.test', '--name', 'Second', '--role', 'recruiter', '--stdin'],
      `${password}\nand more\n`,
    );
    expect(code, err).toBe(0);
    expect(out).toBe('second@studio.test can sign in at /admin/login.\n');
    await signIn(app, { email: 'second@studio.test', password });
    const listed = await admin(app.dataDir, ['list']);
    expect(listed.out).toMatch(
      /^admin@studio\.test {2}Admin {2}owner {2}since .*\nsecond@studio\.test {2}Second {2}recruiter {2}since .*\n$/,
    );
  });
});

it.each<[keyof typeof accountActions, Parameters<(typeof accountActions)['add']>[1], string]>([
  ['reset-password', {}, 'There are several accounts'],
  ['reset-password', { email: 'a@studio.test', password: 'short' }, 'at least 10 characters'],
  ['reset-password', { email: 'a@studio.test', password: ' A@studio.test' }, 'must not be the email address'],
  ['add', { email: 'c@studio.test', role: 'admin' }, 'A role is one of owner, editor'],
  ['remove-second-step', { email: 'c@studio.test' }, 'c@studio.test has no account'],
  ['add', { email: 'A@studio.test' }, 'already has an account'],
])('%s with %j changes nothing and says why', async (command, options, said) => {
  const db = await emptyDatabase();
  const at = '2020-01-01T00:00:00.000Z';
  const accounts = ['a@studio.test', 'b@studio.test'].map((email) => ({ email, password_hash: 'x' }));
  const insert = (row: { email: string; password_hash: string }) =>
    db
      .insertInto('admins')
      .values({ ...row, name: 'A', created_at: at, updated_at: at })
      .execute();
  for (const each of accounts) await insert(each);
  await expect(accountActions[command](db, options)).rejects.toThrow(said);
  expect(await db.selectFrom('admins').select(['email', 'password_hash']).execute()).toEqual(accounts);
  await db.destroy();
});
