// @module-tag deep/faults: breaks the database
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { messages } from '#shared/messages.ts';
import { type Agent, signIn } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

const credentials = { email: 'admin@localhost', password: 'correct horse battery' };
const job = {
  department: 'D',
  employment_type: 'FULL_TIME',
  location_type: 'remote',
  description: '<p>x</p>',
  status: 'open',
};

let app: TestApp;
let admin: Agent;
let now = 0;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_PASSWORD: credentials.password }, { cache: { now: () => now } });
  admin = (await signIn(app, credentials)).agent;
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => app?.close());

const add = (title: string) => admin.call('addJob', { ...job, title });
const statusOf = async (path: string) => (await fetch(app.url + path)).status;
const page = async (path: string) => {
  const answer = await fetch(app.url + path);
  await answer.arrayBuffer();
  return [path, answer.status, answer.headers.get('x-cache')];
};

test('a write that waits in vain for another process is 503 with Retry-After, reading goes on, and then it works again', async () => {
  const other = new DatabaseSync(join(app.dataDir, 'content.sqlite'));
  other.exec('begin immediate');
  const first = await add('Never');
  expect([first.status, first.headers['retry-after']]).toEqual([503, '5']);
  // However many writes fail, the breaker of the engine stays closed: reads that are not cached succeed.
  const more = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => add(`Never ${letter}`)));
  expect(more.map(({ status }) => status)).toEqual(Array(6).fill(503));
  for (const path of ['/api/jobs?search=never', '/readyz']) expect(await statusOf(path)).toBe(200);
  await admin.read('getJobs');
  const msg = 'content API: another process has locked the database';
  expect(app.logLines).toContainEqual(expect.objectContaining({ msg, level: 50 }));
  other.exec('rollback');
  other.close();
  await add('Now').expect(200);
  const titles = (await admin.read('getJobs')).data.map(({ title }: { title: string }) => title);
  expect(titles).toContain('Now');
  expect(titles.join()).not.toContain('Never');
});

/**
 * Makes all statements of every database in this process fail with this SQLite code, or only those that match
 * `which`.
 */
function failWith(errcode: number, message: string, which = /./) {
  for (const name of ['run', 'all', 'get'] as const) {
    const call = StatementSync.prototype[name] as (...given: unknown[]) => unknown;
    vi.spyOn(StatementSync.prototype, name).mockImplementation(function (
      this: StatementSync,
      ...given: unknown[]
    ) {
      if (!which.test(this.sourceSQL)) return call.apply(this, given) as never;
      throw Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
    });
  }
}

test('a database that turns out to be damaged is 500 to calls and a plain line in the log; pages go on from what is kept', async () => {
  now += 60 * 60_000;
  await page('/careers');
  now += 60 * 60_000;
  app.logLines.length = 0;
  failWith(11, 'database disk image is malformed', /jobs|tokens/);
  expect(await page('/careers')).toEqual(['/careers', 200, 'STALE']);
  await add('Never').expect(500);
  expect(await statusOf('/healthz')).toBe(200);
  expect(app.logLines.filter(({ msg }) => /damaged; restore a backup/.test(String(msg)))).not.toEqual([]);
  vi.restoreAllMocks();
  now += 60 * 60_000;
  expect((await page('/careers')).slice(0, 2)).toEqual(['/careers', 200]);
  await add('Again').expect(200);
});

test.each([
  [8, 'attempt to write a readonly database'],
  [13, 'database or disk is full'],
])(
  'a disk that takes no writes any more (%i) is 507 to whoever saves; reading, signing in and out go on',
  async (errcode, message) => {
    failWith(errcode, message, /^\s*(insert|update|delete)/i);
    const full = messages['storage.full'];
    const saved = await add('Never');
    expect([saved.status, saved.body.message]).toEqual([507, full]);
    await admin.read('getJobs');
    const { agent } = await signIn(app, credentials);
    await agent.read('getJobs');
    // The sign-out holds for this process.
    const out = await agent.call('logout');
    expect([out.status, out.body.message]).toEqual([507, full]);
    expect((await agent.read('session')).authenticated).toBe(false);
    vi.restoreAllMocks();
    await add('Again').expect(200);
  },
);
