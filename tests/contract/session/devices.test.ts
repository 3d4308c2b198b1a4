import type { Response } from 'supertest';
import { afterEach, expect, it, vi } from 'vitest';
import { visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { stubSite } from '../../support/stub-site.ts';
import { adminRead, cookieOf, setCookies, signIn, visible } from './calls.ts';

const admin = { email: 'admin@studio.example', password: 'correct horse battery' };
const day = 24 * 3_600_000;
const site = stubSite();
/** A product of each test, so that no earlier tries count. */
let app: TestApp;
const start = async (environment: Record<string, string> = {}) => {
  app = await startTestApp({ UPSTREAM_URL: site.stub.url, ...environment });
};
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/** Returns the device cookie of an answer, as a browser sends it back; empty if it sets none. */
const deviceOf = (answer: Response) =>
  setCookies(answer)
    .find((line) => line.startsWith('studio_device='))
    ?.split(';', 1)[0] ?? '';
const right = (cookie = '') => signIn(app.url, admin, cookie);
const wrong = (cookie = '', email = admin.email) => signIn(app.url, { email, password: 'wrong' }, cookie);
async function statuses(count: number, attempt: () => PromiseLike<Response>) {
  const all: number[] = [];
  for (let at = 0; at < count; at += 1) all.push((await attempt()).status);
  return all.join();
}
const [five, locked] = ['401,401,401,401,401', '401,401,401,401,401,429'];
/** Uses up the tries of account and address, as an attacker or other people behind the same proxy would. */
const lockOut = async () => expect(await statuses(6, () => wrong())).toBe(locked);

it('comes with the right password only, for 180 days, and no script reads it', async () => {
  await start();
  const answer = await right();
  expect(setCookies(answer)[1]).toMatch(
    /^studio_device=[\w*.~-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  expect(visible(answer).split('studio_device')).toHaveLength(2);
  for (const other of [await wrong(), await adminRead(app.url, cookieOf(answer))])
    expect(deviceOf(other)).toBe('');
  expect(deviceOf(await right(deviceOf(answer)))).not.toBe(deviceOf(answer));
});

it('lets its browser in while everybody else is locked out', async () => {
  await start();
  const device = deviceOf(await right());
  await lockOut();
  const stranger = await right().expect(429);
  expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(590);
  await right(device).expect(200);
  await right().expect(429);
});

it('has five tries of its own, and then counts as absent; of another account it always does', async () => {
  await start();
  const device = deviceOf(await right());
  expect(await statuses(5, () => wrong(device))).toBe(five);
  // Now the tries of account and address count; the device's tries have not used them.
  expect(await statuses(6, () => wrong(device))).toBe(locked);
  await right(device).expect(429);
  await app.close();
  await start();
  const again = deviceOf(await right());
  expect(await statuses(6, () => wrong(again, 'other@studio.example'))).toBe(locked);
  expect(await statuses(5, () => wrong(again))).toBe(five);
});

it('is over after 180 days, and the seal of a session is none', async () => {
  await start();
  const answer = await right();
  const device = deviceOf(answer);
  await lockOut();
  await right(cookieOf(answer).replace('session', 'device')).expect(429);
  const now = Date.now();
  for (const [age, status] of [
    [180 * day + 60_000, 429],
    [179 * day, 200],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: now + age });
    await right(device).expect(status);
  }
});

it('is void on every browser after a password change, also after a restart; the one that changed it gets a new one', async () => {
  await start();
  const elsewhere = deviceOf(await right());
  const here = await right();
  const next = { ...admin, password: 'another horse entirely' };
  const passwords = { current_password: admin.password, new_password: next.password };
  const changing = visit(app).call('changePassword', passwords);
  const changed = await changing.set('Cookie', cookieOf(here)).expect(200);
  for (const restart of [false, true]) {
    if (restart) {
      await app.close({ keepData: true });
      await start({ DATA_DIR: app.dataDir });
    }
    await lockOut();
    for (const device of [elsewhere, deviceOf(here)]) await signIn(app.url, next, device).expect(429);
    await signIn(app.url, next, deviceOf(changed)).expect(200);
  }
});
