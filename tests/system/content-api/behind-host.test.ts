import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostAdmin } from '../../../server/content-api/auth/host-admins-repository.ts';
import { passwordMatches } from '../../../server/content-api/auth/passwords.ts';
import {
  findAdminByEmail,
  hasAdmins,
  insertFirstAdmin,
} from '../../../server/content-api/auth/repository.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import type { Tables } from '../../../server/database/types.ts';
import { makePass, passHeader } from '../../../server/engine-pass.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';

const secret = Buffer.alloc(32, 7);
let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({}, { rows: new Set(['jobs', 'getJobs']), secret });
});
afterAll(() => engine.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  engine.fetch(path, { token: null, headers });
const asker = { email: 'boss@host.example', name: 'Boss', role: 'owner' } as const;

describe('the port of an engine beside a host', () => {
  it.each([
    '/api/jobs',
    '/api/getJobs',
    '/storage/2026/0123456789abcdef0123456789abcdef.jpg',
    '/',
    '/api/login',
  ])('answers nobody without a pass: %s', async (path) => {
    expect((await ask(path)).status).toBe(401);
    const other = makePass(Buffer.alloc(32, 8), { method: 'GET', path }, asker);
    expect((await ask(path, { [passHeader]: other })).status).toBe(401);
  });

  it('knows who asks by the pass alone, and has no other calls', async () => {
    const passed = (path: string, who?: typeof asker) =>
      ask(path, {
        [passHeader]: makePass(secret, { method: 'GET', path }, who),
        authorization: `Bearer ${engine.token}`,
      });
    expect((await passed('/api/jobs')).status).toBe(200);
    expect((await passed('/api/getJobs')).status).toBe(401);
    expect((await passed('/api/getJobs', asker)).status).toBe(200);
    expect((await passed('/api/getPeople', asker)).status).toBe(404);
    expect((await passed('/api/getAccount', asker)).status).toBe(404);
  });
});

describe('the row of an admin of the host', () => {
  it('is made once, opened by no password, and no admin of an engine alone', async () => {
    const db = openSqlite<Tables>(':memory:');
    await migrate(db);
    const { id } = await hostAdmin(db, asker, new Map());
    expect(await hostAdmin(db, { ...asker, name: 'The boss' }, new Map())).toMatchObject({
      id,
      name: 'The boss',
    });
    const row = await findAdminByEmail(db, asker.email);
    expect(row?.name).toBe('The boss');
    for (const password of ['', 'host', String(row?.password_hash)])
      expect(await passwordMatches(password, row?.password_hash)).toBe(false);
    expect(await hasAdmins(db)).toBe(false);
    expect(await insertFirstAdmin(db, { email: asker.email, name: 'Admin', password_hash: 'scrypt$…' })).toBe(
      true,
    );
    // An account with a password of its own stays what it is.
    await hostAdmin(db, { ...asker, name: 'Other', role: 'reader' }, new Map());
    expect(await findAdminByEmail(db, asker.email)).toMatchObject({ id, name: 'Admin', role: 'owner' });
    await db.destroy();
  });
});
