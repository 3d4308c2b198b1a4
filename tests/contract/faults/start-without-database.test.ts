// @module-tag deep/faults: starts the product while its PostgreSQL is killed
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { sharedSecret } from '../../support/shared-servers.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

const credentials = { email: 'admin@studio.example', password: 'correct horse battery' };
let postgres: PostgresServer;
let dataDir: string;
let environment: Record<string, string>;
let origin: string;
let app: TestApp | undefined;

beforeAll(async () => {
  [postgres, dataDir] = await Promise.all([startPostgres(), mkdtemp(join(tmpdir(), 'studio-away-'))]);
  const port = String(await freePort());
  origin = `http://localhost:${port}`;
  environment = {
    ...{ PORT: port, DATA_DIR: dataDir, SESSION_SECRET: sharedSecret, SAMPLE_CONTENT: 'on' },
    ...{ ADMIN_EMAIL: credentials.email, ADMIN_PASSWORD: credentials.password },
    DATABASE_URL: `${postgres.origin}postgres`,
  };
});
afterAll(async () => {
  await app?.close();
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

async function ask(path: string, init?: RequestInit) {
  const answer = await fetch(origin + path, init);
  const { headers, status } = answer;
  const text = await answer.text();
  return { status, text, cache: headers.get('x-cache'), again: headers.get('retry-after') };
}

/** Resolves as soon as the port is open. */
const opened = () =>
  expect.poll(() => ask('/healthz').catch(() => ({ status: 0 }))).toMatchObject({ status: 200 });

it('gives what is kept and 503 for all else, tells the truth of itself, and goes on by itself', async () => {
  app = await startTestApp(environment);
  const read = ['/', '/careers', '/api/jobs?page=1'];
  const before = new Map<string, string>();
  for (const path of read) before.set(path, (await ask(path)).text);
  const picture = /"(\/img\/[^" ]+)/.exec(before.get('/') ?? '')?.[1] ?? '';
  const file = /"(\/assets\/[^" ]+\.js)"/.exec(before.get('/') ?? '')?.[1] ?? '';
  expect((await ask(picture)).status).toBe(200);
  await app.close({ keepData: true });

  await postgres.signal('SIGKILL');
  const starting = startTestApp(environment);
  await opened();
  for (const path of read) expect(await ask(path), path).toMatchObject({ status: 200, cache: 'STALE' });
  expect((await ask('/api/jobs?page=1')).text).toBe(before.get('/api/jobs?page=1'));
  expect((await ask('/careers')).text).toBe(before.get('/careers'));
  expect((await ask(picture)).status).toBe(200);
  expect((await ask(file)).status).toBe(200);

  const refused = { status: 503, again: '5' };
  expect(await ask('/portfolio', { headers: { Accept: 'text/html' } })).toMatchObject(refused);
  expect(await ask('/admin', { headers: { Accept: 'text/html' } })).toMatchObject(refused);
  const call = await ask('/api/login', { method: 'POST', headers: { 'X-CSRF': '1' }, body: '{}' });
  expect(call).toMatchObject(refused);
  expect(JSON.parse(call.text)).toMatchObject({ status: 0, code: 'storage.away' });
  const ready = await ask('/readyz');
  expect(ready).toMatchObject(refused);
  expect(JSON.parse(ready.text)).toEqual({
    status: 'unavailable',
    engine: 'embedded',
    database: 'unavailable',
  });
  // The process serves what it can, as one that started before the failure does, so no balancer may remove it.
  expect((await ask('/readyz?self=1')).status).toBe(200);

  await postgres.startAgain();
  app = await starting;
  const line = app.logLines.find(({ msg }) => msg === 'the database does not answer yet; waiting');
  expect(line).toMatchObject({ why: 'the connection was refused' });
  expect((await ask('/readyz')).status).toBe(200);
  expect((await ask('/portfolio')).status).toBe(200);
  expect((await signIn({ url: origin }, credentials)).agent).toBeDefined();
});
