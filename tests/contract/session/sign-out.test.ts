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
});
