// @module-tag deep/postgres: runs the commands on PostgreSQL
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabases } from '../../../server/database/databases.ts';
import type { Databases } from '../../../server/database/state.ts';
import { type TestDatabase, testDatabase } from '../../support/shared-servers.ts';

// While another process has the database open, as a running site does.
let dataDir: string;
let database: TestDatabase;
let running: Databases;

function script(name: string, args: string[], more: Record<string, string> = {}) {
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const file = join(import.meta.dirname, '../../../scripts/studio.ts');
    const env = {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SESSION_SECRET: 'thirty-two bytes for the tests of scripts',
      ...more,
    };
    const child = execFile(process.execPath, [file, name, ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
    child.stdin?.end('a password of an operator\n');
  });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'studio-scripts-'));
  database = await testDatabase();
  running = await openDatabases({ DATA_DIR: dataDir, DATABASE_URL: database.url }, pino({ level: 'silent' }));
});
afterAll(async () => {
  await running?.close();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

it('npm run studio -- admin sets a password, ends the sessions and voids the devices, in the database that all share', async () => {
  const db = await running.openContent();
  const dated = { created_at: '2026-01-01', updated_at: '2026-01-01' };
  const row = { email: 'a@studio.test', name: 'A', password_hash: 'old', ...dated };
  const { id } = await db.insertInto('admins').values(row).returning('id').executeTakeFirstOrThrow();
  const session = { token_hash: 't', admin_id: id, created_at: '', expires_at: '2999' };
  await db.insertInto('tokens').values(session).execute();
  const { code, out, err } = await script('admin', ['reset-password', '--stdin']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('The password of a@studio.test has been changed');
  expect((await db.selectFrom('admins').select('password_hash').execute())[0]?.password_hash).not.toBe('old');
  expect(await db.selectFrom('tokens').selectAll().execute()).toEqual([]);
  expect(await (await running.openSessions()).selectFrom('void_devices').selectAll().execute()).toHaveLength(
    1,
  );
});

it('npm run studio -- sample adds its rows there, and tells running processes to forget their pages', async () => {
  const heard = new Promise((resolve) => void running.signals.on('purge', resolve));
  const { code, out } = await script('sample', ['add']);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^Added \d+ rows/) });
  await heard;
  const db = await running.openContent();
  expect((await db.selectFrom('jobs').select('id').execute()).length).toBeGreaterThan(0);
  expect((await readdir(dataDir)).filter((name) => name.endsWith('.sqlite'))).toEqual(['lock.sqlite']);
});
