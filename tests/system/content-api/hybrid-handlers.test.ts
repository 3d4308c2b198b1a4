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
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { askerHeader } from '../../support/engine/engine-port.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({}, new Set(['jobs', 'getJobs']));
});
afterAll(() => engine.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  engine.fetch(path, { token: null, headers });
const principal = { email: 'boss@host.example', name: 'Boss', role: 'owner' } as const;

describe('an engine beside a host', () => {
  it('knows who asks by the word of the BFF alone, and has no other calls', async () => {
    const asked = (path: string, who?: typeof principal) =>
      ask(path, {
        ...(who && { [askerHeader]: JSON.stringify(who) }),
        authorization: `Bearer ${engine.token}`,
      });
    expect((await asked('/api/jobs')).status).toBe(200);
    expect((await asked('/api/getJobs')).status).toBe(401);
    expect((await asked('/api/getJobs', principal)).status).toBe(200);
    expect((await asked('/api/getPeople', principal)).status).toBe(404);
    expect((await asked('/api/getAccount', principal)).status).toBe(404);
  });
});

describe('the row of an admin of the host', () => {
  it('is made once, opened by no password, and no admin of an engine alone', async () => {
    const db = openSqlite<Tables>(':memory:');
    await migrate(db);
    const { id } = await hostAdmin(db, principal, new Map());
    expect(await hostAdmin(db, { ...principal, name: 'The boss' }, new Map())).toMatchObject({
      id,
      name: 'The boss',
    });
    const row = await findAdminByEmail(db, principal.email);
    expect(row?.name).toBe('The boss');
    for (const password of ['', 'host', String(row?.password_hash)])
      expect(await passwordMatches(password, row?.password_hash)).toBe(false);
    expect(await hasAdmins(db)).toBe(false);
    expect(
      await insertFirstAdmin(db, { email: principal.email, name: 'Admin', password_hash: 'scrypt$…' }),
    ).toBe(true);
    // An account with its own password is unchanged.
    await hostAdmin(db, { ...principal, name: 'Other', role: 'reader' }, new Map());
    expect(await findAdminByEmail(db, principal.email)).toMatchObject({ id, name: 'Admin', role: 'owner' });
    await db.destroy();
  });
});
