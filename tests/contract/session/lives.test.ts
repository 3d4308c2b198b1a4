import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { createSessions } from '../../../server/bff/session/sessions.ts';
import { stubSite } from '../../support/stub-site.ts';
import { callResponse, cookieValue, sessionState } from '../../unit/bff/session/response.ts';
import {
  adminRead,
  blogSchedules,
  cookieOf,
  deskCounts,
  jobSchedules,
  probe,
  setCookies,
  signOut,
  siteStatus,
} from './calls.ts';

const secret = 'a secret that the test and the app share';
const hour = 3_600_000;
const site = stubSite({ SESSION_SECRET: secret });

/** Returns the cookie of a session that was started and last used this many hours ago. */
async function cookieOfAge(hours: number) {
  const then = Date.now() - hours * hour;
  const config = {
    SESSION_SECRET: [secret],
    SESSION_IDLE_HOURS: 8,
    SESSION_MAX_HOURS: 168,
    DATA_DIR: site.app.dataDir,
  };
  const state = await sessionState(site.app.dataDir);
  const past = await createSessions(config, new URL(site.app.url), state, () => then);
  const res = callResponse();
  // A separate token, since the host forgets one at sign-out.
  const token = `tok_${randomUUID()}`;
  site.stub.tokens.push(token);
  await past.start(res, { token, user: { email: site.stub.admin.email } });
  await past.close();
  await state.close();
  return `studio_session=${cookieValue(res)}`;
}

it('a session is over after the idle hours: 401, and the browser drops the cookie', async () => {
  const answer = await adminRead(site.app.url, await cookieOfAge(8.01));
  expect([answer.status, setCookies(answer)]).toEqual([401, [expect.stringContaining('Max-Age=0')]]);
  expect(site.stub.requests).toEqual([]);
});

it('a session moves on with a call, and not when somebody only asks whether they are signed in or how the site is doing', async () => {
  const old = await cookieOfAge(7);
  const asked = await probe(site.app.url, old);
  expect(asked.body.data).toMatchObject({ authenticated: true, user: { email: site.stub.admin.email } });
  expect(Date.parse(asked.body.data.expires_at) - Date.now()).toBeLessThanOrEqual(hour);
  expect(setCookies(asked)).toEqual([]);
  for (const ask of [siteStatus, deskCounts, blogSchedules, jobSchedules])
    expect(setCookies(await ask(site.app.url, old))).toEqual([]);
  const answer = await adminRead(site.app.url, old).expect(200);
  expect(setCookies(answer)).toEqual([expect.stringContaining('; Max-Age=28800;')]);
  const { expires_at: until } = (await probe(site.app.url, cookieOf(answer))).body.data;
  expect(Date.parse(until) - Date.now()).toBeGreaterThan(7.9 * hour);
});

it('a sign-out that overtakes a call keeps the renewed cookie from being sent', async () => {
  const old = await cookieOfAge(7);
  const release = site.stub.hold('/api/activeBlogs', 1);
  const held = request(site.app.url).get(callPath(contract.activeBlogs)).set('Cookie', old);
  const answered = held.then((answer) => answer);
  await expect.poll(() => site.stub.requestsTo('/api/activeBlogs').length).toBe(1);
  await signOut(site.app.url, old);
  release();
  const answer = await answered;
  expect(answer.status).toBe(200);
  expect(setCookies(answer)).toEqual([]);
});
