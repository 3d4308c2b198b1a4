import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { adminRead, cookieOf, probe, setCookies, signIn, signOut } from './calls.ts';

const cleared = ['studio_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict'];
let stub: StubUpstream;
let app: TestApp;
beforeAll(async () => {
  stub = await startStubUpstream();
});
afterAll(() => stub.close());
beforeEach(async () => {
  stub.reset();
  app = await startTestApp({ UPSTREAM_URL: stub.url });
});
afterEach(() => app.close());

/** Makes the host retain its tokens, so that only the BFF can refuse a session after a sign-out. */
function hostForgetsNothing(): void {
  stub.misbehave({ kind: 'answer', status: 200, body: '{"status":1}' }, { path: '/api/logout' });
}

async function signedIn(url = app.url): Promise<string> {
  return cookieOf(await signIn(url, stub.admin));
}

describe('sign-out', () => {
  it('revokes the session: the replayed cookie gets 401, and the host is not asked', async () => {
    hostForgetsNothing();
    const cookie = await signedIn();
    const other = await signedIn();
    const answer = await signOut(app.url, cookie);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: 1 });
    expect(setCookies(answer)).toEqual(cleared);
    expect(answer.headers['clear-site-data']).toBeUndefined();
    stub.requests.length = 0;
    const replayed = await adminRead(app.url, cookie);
    expect(replayed.status).toBe(401);
    expect(setCookies(replayed)).toEqual(cleared);
    expect((await probe(app.url, cookie)).body.data).toEqual({ authenticated: false });
    expect(stub.requestsTo('/api/blogs')).toEqual([]);
    expect((await adminRead(app.url, other)).status).toBe(200);
  });

  it('holds after a restart on the same data', async () => {
    hostForgetsNothing();
    const cookie = await signedIn();
    const other = await signedIn();
    await signOut(app.url, cookie);
    await app.close({ keepData: true });
    app = await startTestApp({ UPSTREAM_URL: stub.url, DATA_DIR: app.dataDir });
    expect((await adminRead(app.url, cookie)).status).toBe(401);
    expect((await adminRead(app.url, other)).status).toBe(200);
  });

  it('is a success without a session, twice, and with a cookie that does not open', async () => {
    const cookie = await signedIn();
    for (const sent of ['', 'studio_session=rubbish', cookie, cookie]) {
      const answer = await signOut(app.url, sent);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ status: 1 });
      expect(setCookies(answer)).toEqual(cleared);
    }
  });

  it('tells the host, with the token and without the cookie', async () => {
    const cookie = await signedIn();
    const token = stub.tokens.at(-1);
    await signOut(app.url, cookie);
    await expect.poll(() => stub.requestsTo('/api/logout')).toHaveLength(1);
    const [seen] = stub.requestsTo('/api/logout');
    expect(seen?.method).toBe('POST');
    expect(seen?.header('authorization')).toBe(`Bearer ${token}`);
    expect(seen?.header('cookie')).toBeUndefined();
    await expect.poll(() => stub.tokens).not.toContain(token);
  });

  it.each(['hang', 'reset'] as const)('does not wait for a host that does a %s', async (kind) => {
    const cookie = await signedIn();
    stub.misbehave({ kind }, { path: '/api/logout' });
    const answer = await signOut(app.url, cookie);
    expect(answer.status).toBe(200);
    expect((await adminRead(app.url, cookie)).status).toBe(401);
  });

  it('notes in the log that the host refused, without the token', async () => {
    const cookie = await signedIn();
    const token = stub.tokens.at(-1) ?? '';
    stub.misbehave({ kind: 'answer', status: 500, body: '{}' }, { path: '/api/logout' });
    await signOut(app.url, cookie);
    await expect.poll(() => JSON.stringify(app.logLines)).toContain('sign-out was answered with 500');
    expect(JSON.stringify(app.logLines)).not.toContain(token);
  });
});

describe('a server that is killed right after it answered a sign-out', { tags: ['deep/process'] }, () => {
  let folder: string;
  let child: ChildProcess | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'studio-killed-'));
  });
  afterEach(async () => {
    child?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts the server in a separate process and returns the address from its first line. */
  async function startChild(): Promise<string> {
    child = spawn(process.execPath, [resolve(import.meta.dirname, '../../../server/main.ts')], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: folder,
        UPSTREAM_URL: stub.url,
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      const url = /http:\/\/\S+/.exec(line)?.[0];
      if (url) return url;
    }
    throw new Error('The server ended before it told its address.');
  }

  it('has not forgotten it', async () => {
    hostForgetsNothing();
    const url = await startChild();
    const kept = await signedIn(url);
    const cookie = await signedIn(url);
    expect((await signOut(url, cookie)).status).toBe(200);
    const ended = once(child as ChildProcess, 'exit');
    child?.kill('SIGKILL');
    await ended;

    const again = await startChild();
    expect((await adminRead(again, cookie)).status).toBe(401);
    expect((await adminRead(again, kept)).status).toBe(200);
  });
});
