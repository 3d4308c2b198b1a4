import crypto from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passwordHandlers } from '../../../../server/content-api/auth/change-password.ts';
import { ensureFirstAdmin } from '../../../../server/content-api/auth/first-admin.ts';
import { passwordMatches } from '../../../../server/content-api/auth/passwords.ts';
import { findAdminByEmail } from '../../../../server/content-api/auth/repository.ts';
import { createTokens, type Tokens } from '../../../../server/content-api/auth/tokens.ts';
import type { EngineCall } from '../../../../server/content-api/calls.ts';
import { migrate } from '../../../../server/database/migrate.ts';
import { countsInMemory } from '../../../../server/database/site/counts.ts';
import { openSqlite } from '../../../../server/database/sqlite.ts';
import type { Db } from '../../../../server/database/types.ts';
import { spyOnScrypt } from '../../../support/engine/scrypt.ts';

// This test hashes many passwords: at the real cost it would take minutes.
const { scrypt } = crypto;
spyOnScrypt().mockImplementation(((password, salt, length, _cost, done) =>
  scrypt(password, salt, length, { N: 16 }, done)) as typeof scrypt);

const email = 'admin@studio.test';
const before = 'the password before';
const after = 'the password after';

let db: Db;
let tokens: Tokens;
let now: number;
let handlers: ReturnType<typeof passwordHandlers>;
beforeAll(async () => {
  db = openSqlite(':memory:');
  await migrate(db);
});
beforeEach(async () => {
  now = Date.parse('2026-03-01T10:00:00.000Z');
  await ensureFirstAdmin(db, { ADMIN_EMAIL: email, ADMIN_PASSWORD: before });
  tokens = createTokens(db, 1);
  handlers = passwordHandlers(
    db,
    tokens,
    () => 'Naqsh Works',
    countsInMemory(() => now),
  );
});
afterEach(async () => {
  await db.deleteFrom('tokens').execute();
  await db.deleteFrom('admins').execute();
});
afterAll(async () => {
  await db.destroy();
});

async function account() {
  const found = await findAdminByEmail(db, email);
  if (!found) throw new Error('There is no admin.');
  return found;
}

async function change(current: string, wanted: string, token?: string): Promise<unknown> {
  const { id, name } = await account();
  const handler = handlers.changePassword as unknown as (call: Partial<EngineCall>) => Promise<unknown>;
  const body = (async () => ({ current_password: current, new_password: wanted })) as EngineCall['body'];
  return handler({
    admin: { id, email, name, role: 'owner' },
    authorization: token && `Bearer ${token}`,
    body,
  });
}

describe('changePassword', () => {
  it.each(['NaqshWorks2026', 'Studio.Admin!99'])(
    'refuses %s, which whoever knows the place would try',
    async (guess) => {
      await expect(change(before, guess)).rejects.toMatchObject({
        fields: { new_password: [expect.stringContaining('easy to guess')] },
      });
      expect(await passwordMatches(before, (await account()).password_hash)).toBe(true);
    },
  );

  it('of two at once with the same current password lets one through', async () => {
    const results = await Promise.allSettled([change(before, after), change(before, 'something else')]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({
      status: 422,
      fields: { current_password: ['This is not your current password.'] },
    });
  });

  it('gives no token to who signed in with the old password while it was changed', async () => {
    const old = await account();
    await change(before, after);
    expect(await tokens.issue(old)).toBeUndefined();
    expect(await tokens.issue(await account())).toBeDefined();
  });
});
