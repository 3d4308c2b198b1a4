import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { adminRead, cookieOf, signIn, signOut } from './calls.ts';

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

  it.each(['hang', 'reset'] as const)('does not wait for a host that does a %s', async (kind) => {
    const cookie = await signedIn();
    stub.misbehave({ kind }, { path: '/api/logout' });
    const answer = await signOut(app.url, cookie);
    expect(answer.status).toBe(200);
    expect((await adminRead(app.url, cookie)).status).toBe(401);
  });
});
