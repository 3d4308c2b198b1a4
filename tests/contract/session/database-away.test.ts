// @module-tag deep/postgres: PostgreSQL goes away
import { afterAll, beforeAll, expect, it } from 'vitest';
import { messages } from '#shared/messages.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { type Sites, startSites } from '../../support/sites.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { adminRead, cookieOf, probe, signIn, signOut, siteStatus } from './calls.ts';

// Two processes in front of an API host; their shared database is killed.

let stub: StubUpstream;
let server: PostgresServer;
let sites: Sites;
beforeAll(async () => {
  [stub, server] = await Promise.all([startStubUpstream(), startPostgres()]);
  sites = await startSites(2, { UPSTREAM_URL: stub.url, DATABASE_URL: `${server.origin}postgres` });
});
afterAll(async () => {
  await sites?.close();
  await server?.stop();
  await stub?.close();
});

it('who works goes on, signs in and signs out; guesses are counted; what is not written down is said, and made up for', async () => {
  const [one, other] = sites.all.map(({ url }) => url) as [string, string];
  const [kept, ended] = [cookieOf(await signIn(one, stub.admin)), cookieOf(await signIn(one, stub.admin))];
  expect((await signIn(other, { email: 'x@studio.example', password: 'wrong' })).status).toBe(401);

  await server.signal('SIGKILL');
  // Calls that need the database answer 503, which is not an error of ours.
  expect(await siteStatus(one, kept)).toMatchObject({ status: 503, body: { code: 'storage.away' } });
  for (const url of [one, other]) expect((await adminRead(url, kept)).status).toBe(200);
  const late = await signIn(one, stub.admin, kept);
  expect(late.status).toBe(200);
  expect((await adminRead(other, cookieOf(late))).status).toBe(200);
  // The failed sign-in before the outage still counts.
  const guesses: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    guesses.push((await signIn(other, { email: 'x@studio.example', password: 'wrong' })).status);
  }
  expect(guesses).toEqual([401, 401, 401, 401, 429]);

  // The sign-out cannot be stored. The host may still accept the token, so only the BFF can refuse the cookie.
  stub.misbehave({ kind: 'answer', status: 500, body: '{}' }, { path: '/api/logout' });
  const out = await signOut(one, ended);
  expect(out.status).toBe(503);
  expect(out.body).toEqual({ status: 0, code: 'storage.away', message: messages['storage.away'] });
  expect(out.headers['retry-after']).toBe('5');
  expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
  expect((await adminRead(one, ended)).status).toBe(401);
  expect((await adminRead(other, ended)).status).toBe(200);

  await server.startAgain();
  await expect.poll(async () => (await adminRead(other, ended)).status).toBe(401);
  // The session that was replaced by the sign-in during the outage has ended too.
  await expect.poll(async () => (await adminRead(other, kept)).status).toBe(401);
  expect((await probe(other, cookieOf(late))).body.data.authenticated).toBe(true);
});
