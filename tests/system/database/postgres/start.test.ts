// @module-tag deep/postgres: starts on databases that cannot be used
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../server/config.ts';
import { awaitDatabase, versionProblem } from '../../../../server/database/postgres/connect.ts';
import { migratePostgres } from '../../../../server/database/postgres/open.ts';
import { StartError } from '../../../../server/errors.ts';
import { readSite } from '../../../../tools/archive/engine.ts';
import { type TestDatabase, testDatabase } from '../../../support/shared-servers.ts';
import { silent } from '../two-processes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const changed = (change: (url: URL) => void) => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};
const problemOf = async (url: string) => {
  const error = await awaitDatabase(url, silent, { waitMs: 0 }).catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(StartError);
  return (error as Error).message;
};

it('a database that goes away while it is migrated is not said to lack the extension', async () => {
  const migrated = migratePostgres('postgres://a:b@127.0.0.1:1/x', silent);
  await expect(migrated).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

describe('a database that a site cannot be kept in stops the start, in words without its password', () => {
  const password = 'a-password-that-is-nobodys';

  it.each([
    ['a wrong password', (url: URL) => Object.assign(url, { password }), 'the user or the password is wrong'],
    [
      'no such database',
      (url: URL) => Object.assign(url, { pathname: '/none' }),
      'there is no database of this name',
    ],
    [
      'one without TLS, where it is asked for',
      (url: URL) => url.searchParams.set('sslmode', 'verify-full'),
      'sslmode asks for TLS',
    ],
    [
      'a schema that is not there',
      (url: URL) => url.searchParams.set('options', '-c search_path=none'),
      'no schema of the search_path exists',
    ],
  ])('%s', async (_what, change, says) => {
    const url = changed(change);
    const problem = await problemOf(url);
    expect(problem).toMatch(/^DATABASE_URL: /);
    expect(problem).toContain(says);
    expect(problem).not.toContain(new URL(url).password);
  });

  it('and stops a backup as well', async () => {
    const config = loadConfig({
      DATABASE_URL: changed((url) => Object.assign(url, { password })),
      SESSION_SECRET: 'x'.repeat(32),
    });
    const backup = readSite(config, [], async () => {});
    await expect(backup).rejects.toThrow('DATABASE_URL: the user or the password is wrong.');
  });

  it('a version that is too old, with the one that was found', () => {
    expect(versionProblem('15.18 (Debian 15.18-0+deb12u1)', 150_018)).toMatch(
      /^PostgreSQL 16 or later is needed, and this is 15\.18 .*Debian 12 has 15/,
    );
    expect(versionProblem('16.0', 160_000)).toBeUndefined();
  });
});
