// @module-tag deep/faults: fills the disk
import { StatementSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { messages } from '#shared/messages.ts';
import { type Agent, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

const credentials = { email: 'admin@localhost', password: 'correct horse battery' };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_PASSWORD: credentials.password });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => app.close());

/** Makes every write of every database fail as SQLite does on a full disk; reads work. */
function fillTheDisk(): void {
  const { run } = StatementSync.prototype;
  vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
    if (!/^\s*(insert|update|delete)/i.test(this.sourceSQL)) return run.apply(this, values);
    throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  });
}

async function signInTo(agent: Agent): Promise<number> {
  return (await agent.post('/api/login').send(credentials)).status;
}

it('on a full disk an admin signs in, reads what admins read, and signs out for this process', async () => {
  fillTheDisk();
  const admin = visit(app);
  expect(await signInTo(admin)).toBe(200);
  expect((await admin.get('/api/blogs')).status).toBe(200);
  expect((await admin.get('/api/session')).body.data.authenticated).toBe(true);
  // The answer must not claim that a record is saved when it is not: a post would be lost, so the save is refused.
  const saved = await admin.post('/api/reorderTeam').send({ ids: [1] });
  expect(saved.status).not.toBe(200);

  const copied = await admin.post('/api/logout').send({});
  expect(copied.status).toBe(507);
  expect(copied.body.message).toBe(messages['storage.full']);
  expect((await admin.get('/api/session')).body.data.authenticated).toBe(false);
});
