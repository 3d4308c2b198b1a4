// @module-tag deep/faults: breaks the database
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { messages } from '#shared/messages.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

const credentials = { email: 'admin@localhost', password: 'correct horse battery' };
const job = (title: string) => ({
  title,
  department: 'D',
  employment_type: 'FULL_TIME',
  location_type: 'remote',
  description: '<p>x</p>',
  status: 'open',
});

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

const add = (title: string) => admin.post('/api/addJob').send(job(title));
const page = async (path: string) => {
  const answer = await fetch(app.url + path);
  await answer.arrayBuffer();
  return [path, answer.status, answer.headers.get('x-cache')];
};

describe('a database that another process holds', () => {
  let other: DatabaseSync;
  beforeAll(() => {
    other = new DatabaseSync(join(app.dataDir, 'content.sqlite'));
  });
  afterAll(() => other.close());

  test('a write that waited in vain is 503 with Retry-After, reading goes on, and then it works again', async () => {
    other.exec('begin immediate');
    const first = await add('Never');
    expect([first.status, first.headers['retry-after']]).toEqual([503, '5']);
    // However many writes fail, the breaker of the engine stays closed: reads that are not cached succeed.
    const more = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => add(`Never ${letter}`)));
    expect(more.map(({ status }) => status)).toEqual(Array(6).fill(503));
    expect((await fetch(`${app.url}/api/jobs?search=never`)).status).toBe(200);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    expect((await admin.get('/api/getJobs')).status).toBe(200);
    const line = app.logLines.find(
      ({ msg }) => msg === 'content API: another process has locked the database',
    );
    expect(line).toMatchObject({ level: 50 });
    other.exec('rollback');
    expect((await add('Now')).status).toBe(200);
    const titles = (await admin.get('/api/getJobs')).body.data.data.map(
      ({ title }: { title: string }) => title,
    );
    expect(titles).toContain('Now');
    expect(titles.join()).not.toContain('Never');
  });
});

/**
 * Makes all statements of every database in this process fail with this SQLite code, or only those that match
 * `which`.
 */
function failWith(errcode: number, message: string, which = /./): void {
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

describe.each([[11, 'database disk image is malformed']])(
  'a database that turns out to be damaged (%i)',
  (errcode, message) => {
    test('is 500 to calls and a plain line in the log; pages go on from what is kept', async () => {
      now += 60 * 60_000;
      await page('/careers');
      now += 60 * 60_000;
      app.logLines.length = 0;
      failWith(errcode, message, /jobs|tokens/);
      expect(await page('/careers')).toEqual(['/careers', 200, 'STALE']);
      expect((await add('Never')).status).toBe(500);
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
      expect(app.logLines.filter(({ msg }) => /damaged; restore a backup/.test(String(msg)))).not.toEqual([]);
      vi.restoreAllMocks();
      now += 60 * 60_000;
      expect((await page('/careers')).slice(0, 2)).toEqual(['/careers', 200]);
      expect((await add('Again')).status).toBe(200);
    });
  },
);

describe.each([
  [8, 'attempt to write a readonly database'],
  [1034, 'disk I/O error'],
])('a disk that takes no writes any more (%i)', (errcode, message) => {
  test('is 507 to whoever saves; reading and signing in go on', async () => {
    failWith(errcode, message, /^\s*(insert|update|delete)/i);
    const answer = await add('Never');
    expect([answer.status, answer.body.message]).toEqual([507, messages['storage.full']]);
    expect((await admin.get('/api/getJobs')).status).toBe(200);
    const { agent } = await signIn(app, credentials);
    expect((await agent.get('/api/getJobs')).status).toBe(200);
    vi.restoreAllMocks();
    expect((await add('Again')).status).toBe(200);
  });
});

test('a start on a damaged database says so in one line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-damaged-'));
  const first = await startTestApp({ DATA_DIR: folder, ADMIN_PASSWORD: credentials.password });
  expect((await visit(first).get('/api/jobs')).status).toBe(200);
  await first.close({ keepData: true });
  const file = await open(join(folder, 'content.sqlite'), 'r+');
  // The file header stays, but the pages that it refers to are overwritten.
  await file.write(Buffer.alloc(60_000, 'x'), 0, 60_000, 200);
  await file.close();
  await expect(startTestApp({ DATA_DIR: folder })).rejects.toThrow(
    /^(The database .*content\.sqlite cannot be opened: database disk image is malformed|DATA_DIR: .*damaged; restore a backup)/,
  );
  await rm(folder, { recursive: true, force: true });
});
