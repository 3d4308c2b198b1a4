import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { cookieOf, setCookies, signIn, signOut } from './calls.ts';
import { follow, leaveStreams } from './follow.ts';

const credentials = { email: 'admin@studio.example', password: 'correct horse battery' };

/** Sends the keep-alive comments of streams on demand. */
const clock = { beat: () => {} };
const settings = {
  live: {
    every: (_ms: number, work: () => void) => {
      clock.beat = work;
      return () => {};
    },
    limits: { perSession: 2, inAll: 3 },
  },
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(
    { ADMIN_EMAIL: credentials.email, ADMIN_PASSWORD: credentials.password },
    settings,
  );
});
afterEach(() => {
  leaveStreams();
});
afterAll(() => app?.close());

const signedIn = async (url = app.url) => cookieOf(await signIn(url, credentials));

it('is kept by nobody, and extends no session', async () => {
  const stream = await follow(app.url, await signedIn());
  expect(stream.response.statusCode).toBe(200);
  expect(stream.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(stream.response.headers['set-cookie']).toBeUndefined();
  expect(stream.response.headers['content-encoding']).toBeUndefined();
  await stream.has('event: hello');
  clock.beat();
  await stream.has(':\n\n');
});

it('tells of what a visitor sends, and of what an admin reads', async () => {
  const cookie = await signedIn();
  const stream = await follow(app.url, cookie);
  await stream.has('hello');
  const letter = { name: 'Gul', email: 'gul@example.com', subject: 'Hello', message: 'A letter.' };
  await visit(app).read('contactUs', letter);
  await stream.has('event: changed');
  expect(stream.text()).not.toContain('Gul');
});

it('ends at the sign-out of its session, and of no other', async () => {
  const [cookie, other] = [await signedIn(), await signedIn()];
  const [stream, stays] = [await follow(app.url, cookie), await follow(app.url, other)];
  await stream.has('hello');
  await stays.has('hello');
  expect(setCookies(await signOut(app.url, cookie))).toHaveLength(1);
  await stream.ended;
  clock.beat();
  await stays.has(':\n\n');
});

it('there are so many for a session, and so many in all', async () => {
  const [cookie, other] = [await signedIn(), await signedIn()];
  for (const each of [cookie, cookie]) await (await follow(app.url, each)).has('hello');
  const third = await follow(app.url, cookie);
  expect(third.response.statusCode).toBe(503);
  expect(third.response.headers['retry-after']).toBe('60');
  const last = await follow(app.url, other);
  await last.has('hello');
  expect((await follow(app.url, other)).response.statusCode).toBe(503);
  // A closed stream frees a place.
  last.leave();
  await last.ended;
  await expect.poll(async () => (await follow(app.url, other)).response.statusCode).toBe(200);
});
