import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
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

/** Tries so many times; each has to be answered like this. */
async function expectEach(
  count: number,
  status: number,
  attempt: (at: number) => PromiseLike<{ status: number }>,
) {
  for (let at = 0; at < count; at += 1) expect((await attempt(at)).status).toBe(status);
}
const fiveWrong = () => expectEach(5, 401, () => wrong());

it('after five wrong tries even the right password gets 429 with the wait, and the host is not asked', async () => {
  await fiveWrong();
  const asked = stub.requests.length;
  const { status, body, headers } = await signIn(app.url, stub.admin);
  const message = 'Too many failed attempts. Please wait 10 min and try again.';
  expect([status, body]).toEqual([429, { status: 0, code: 'login.throttled', message }]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(590);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
  expect(stub.requests).toHaveLength(asked);
});

it('forged X-Forwarded-For, Forwarded and X-Real-IP do not make another address', async () => {
  await fiveWrong();
  await expectEach(3, 429, (at) => {
    const address = `203.0.113.${at}`;
    const forged = { 'X-Forwarded-For': address, Forwarded: `for=${address}`, 'X-Real-IP': address };
    return wrong(`other${at}@studio.example`).set(forged);
  });
});

it('parallel guesses cannot pass: the host sees five', async () => {
  const release = stub.hold('/api/login');
  let refused = 0;
  const guesses = Array.from({ length: 20 }, async () => {
    const { status } = await wrong();
    if (status === 429) refused += 1;
    return status;
  });
  await expect.poll(() => refused).toBe(15);
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
  await expectEach(20, 401, () => adminRead(app.url));
  await signIn(app.url, stub.admin).expect(429);
});

it('right passwords do not count, and they do not free the address', async () => {
  await expectEach(8, 200, () => signIn(app.url, stub.admin));
  await expectEach(4, 401, () => wrong());
  await expectEach(1, 200, () => signIn(app.url, stub.admin));
  await expectEach(1, 401, () => wrong());
  await expectEach(1, 429, () => wrong('other@studio.example'));
});

it('behind a proxy that TRUST_PROXY names addresses are told apart, an account is still one account, and a right password frees it', async () => {
  await app.close();
  app = await startTestApp({ UPSTREAM_URL: stub.url, TRUST_PROXY: '1' });
  const { email, password } = stub.admin;
  const from = (address: number, name: string, word = 'wrong') =>
    signIn(app.url, { email: name, password: word }).set('X-Forwarded-For', `203.0.113.${address}`);
  await expectEach(5, 401, (at) => from(1, `${at}@studio.example`));
  await expectEach(1, 429, () => from(1, email));
  await expectEach(4, 401, (at) => from(20 + at, email));
  await expectEach(1, 200, () => from(2, email, password));
  await expectEach(5, 401, (at) => from(10 + at, email));
  await expectEach(1, 429, () => from(3, email.toUpperCase(), password));
});
