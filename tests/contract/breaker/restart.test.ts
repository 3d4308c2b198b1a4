// @module-tag deep/faults: the product starts again while the host is away
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

const posts = `${callPath(contract.activeBlogs)}?page=1`;
const publicUrl = 'http://studio.example';

let stub: StubUpstream;
let app: TestApp;
let now = 0;

beforeAll(async () => {
  stub = await startStubUpstream();
  app = await startTestApp({ UPSTREAM_URL: stub.url, PUBLIC_URL: publicUrl }, { cache: { now: () => now } });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await app?.close();
  await stub?.close();
});

/** Makes the host answer with a public post of this title. */
function hostSays(title: string): void {
  stub.reset();
  const post = {
    id: 1,
    blog_title: title,
    blog_image: '/storage/a.png',
    description: '<p>Words.</p>',
    is_active: 1,
    created_at: '2026-01-02T00:00:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
  };
  const data = { data: [post], current_page: 1, last_page: 1, per_page: 10, total: 1 };
  stub.misbehave(
    {
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 1, data }),
    },
    { method: 'GET' },
  );
}

async function restart(environment: Record<string, string> = {}): Promise<void> {
  const { dataDir } = app;
  await app.close({ keepData: true });
  now = 0;
  app = await startTestApp(
    { UPSTREAM_URL: stub.url, PUBLIC_URL: publicUrl, DATA_DIR: dataDir, ...environment },
    { cache: { now: () => now } },
  );
}

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(app.url + path, { headers });
  const text = await answer.text();
  const { status } = answer;
  return { status, text, cache: answer.headers.get('x-cache'), age: Number(answer.headers.get('age')) };
}

/** Content of all files in the disk cache. */
async function keptText(): Promise<string> {
  const folder = join(app.dataDir, 'kept');
  const names = await readdir(folder).catch(() => []);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

test('pages and reads outlive a restart in front of a dead host, until something changes', async () => {
  hostSays('A post of before');
  expect((await get('/publishing')).text.includes('A post of before')).toBe(true);
  // Answers to a session are not written to disk.
  const cookie = (await signIn(app, stub.admin)).cookie;
  hostSays('Only for the admin');
  await get(posts, { Cookie: cookie });
  vi.setSystemTime(Date.now() + 3_600_000);

  stub.reset();
  stub.misbehave({ kind: 'reset' });
  await restart();
  const page = await get('/publishing');
  expect(page).toMatchObject({ status: 200, cache: 'STALE' });
  expect(page.text.includes('A post of before')).toBe(true);
  expect(page.age).toBeGreaterThanOrEqual(3_600);
  expect(page.age).toBeLessThan(3_700);
  expect((await get(posts)).text.includes('A post of before')).toBe(true);
  expect((await get('/portfolio')).status).toBe(503);
  expect(await keptText()).not.toContain('Only for the admin');

  // With another public address, no cached answer is used.
  await restart({ PUBLIC_URL: 'http://other.example' });
  expect((await get('/publishing')).status).toBe(503);
});

test('what an admin has changed is not given after a restart as it was', async () => {
  hostSays('A title of before');
  await restart();
  const cookie = (await signIn(app, stub.admin)).cookie;
  await get('/publishing');
  await restart();
  expect((await keptText()).includes('A title of before')).toBe(true);
  const change = await fetch(app.url + callPath(contract.deleteBlog, { id: 9 }), {
    method: 'POST',
    headers: { Cookie: cookie, 'X-CSRF': '1' },
  });
  await change.arrayBuffer();
  stub.reset();
  stub.misbehave({ kind: 'reset' });
  await restart();
  expect((await get('/publishing')).status).toBe(503);
});
