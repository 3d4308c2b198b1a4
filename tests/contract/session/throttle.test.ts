import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { adminRead, signIn } from './calls.ts';

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

const wrong = (email = stub.admin.email) => signIn(app.url, { email, password: 'wrong' });

async function fiveWrong(): Promise<void> {
  for (let count = 0; count < 5; count += 1) expect((await wrong()).status).toBe(401);
}

describe('after five wrong tries', () => {
  it('even the right password gets 429 with the wait, and the host is not asked', async () => {
    await fiveWrong();
    const asked = stub.requests.length;
    const answer = await signIn(app.url, stub.admin);
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({
      status: 0,
      code: 'login.throttled',
      message: 'Too many failed attempts. Please wait 10 min and try again.',
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(590);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(600);
    expect(stub.requests).toHaveLength(asked);
  });

  it('forged X-Forwarded-For, Forwarded and X-Real-IP do not make another address', async () => {
    await fiveWrong();
    for (let count = 0; count < 3; count += 1) {
      const answer = await wrong(`other${count}@studio.example`)
        .set('X-Forwarded-For', `203.0.113.${count}`)
        .set('Forwarded', `for=203.0.113.${count}`)
        .set('X-Real-IP', `203.0.113.${count}`);
      expect(answer.status).toBe(429);
    }
  });
});

describe('what counts', () => {
  it('parallel guesses cannot pass: the host sees five', async () => {
    const release = stub.hold('/api/login');
    const guesses = Array.from({ length: 20 }, async () => (await wrong()).status);
    const refused = await Promise.all(
      Array.from({ length: 15 }, () =>
        Promise.race(guesses.map(async (each, at) => ({ at, status: await each }))),
      ),
    );
    expect(refused.every(({ status }) => status === 429)).toBe(true);
    release();
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(stub.requestsTo('/api/login')).toHaveLength(5);
  });

  it('a browser that leaves before the answer does not take its guess back', async () => {
    for (let count = 0; count < 5; count += 1) {
      const seen = stub.requests.length;
      const release = stub.hold('/api/login', 1);
      const guess = wrong();
      guess.end(() => {});
      await expect.poll(() => stub.requests.length).toBe(seen + 1);
      guess.abort();
      // The app has noticed the closed connection before the host refuses.
      await expect.poll(() => app.logLines.filter((line) => line.aborted)).toHaveLength(count + 1);
      release();
    }
    // Gives the host's answers time to arrive: each of these calls passes through the whole app.
    for (let count = 0; count < 20; count += 1) await adminRead(app.url);
    expect((await signIn(app.url, stub.admin)).status).toBe(429);
  });

  it('right ones do not, and they free the account', async () => {
    for (let count = 0; count < 8; count += 1) expect((await signIn(app.url, stub.admin)).status).toBe(200);
    for (let count = 0; count < 4; count += 1) expect((await wrong()).status).toBe(401);
    expect((await signIn(app.url, stub.admin)).status).toBe(200);
  });
});

describe('behind a proxy that TRUST_PROXY names', () => {
  it('addresses are told apart, and an account is still one account', async () => {
    const proxied = await startTestApp({ UPSTREAM_URL: stub.url, TRUST_PROXY: '1' });
    try {
      const from = (address: string, email: string, password = 'wrong') =>
        signIn(proxied.url, { email, password }).set('X-Forwarded-For', address);
      for (let count = 0; count < 5; count += 1) {
        expect((await from('203.0.113.1', `${count}@studio.example`)).status).toBe(401);
      }
      expect((await from('203.0.113.1', stub.admin.email)).status).toBe(429);
      expect((await from('203.0.113.2', stub.admin.email, stub.admin.password)).status).toBe(200);
      for (let count = 10; count < 15; count += 1) {
        expect((await from(`203.0.113.${count}`, stub.admin.email)).status).toBe(401);
      }
      expect((await from('203.0.113.3', stub.admin.email.toUpperCase(), stub.admin.password)).status).toBe(
        429,
      );
    } finally {
      await proxied.close();
    }
  });
});
