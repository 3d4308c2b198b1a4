// @module-tag deep/scale: several sites share one intake
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { pageForms, postPage } from '../../support/page-forms.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { type Sites, startSites } from '../../support/sites.ts';
import type { TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

// Two processes of one site in front of an API host, with a database that can be killed.

const path = callPath(contract.contactUs);
let postgres: PostgresServer;
let host: StubUpstream;
let sites: Sites;
let letters = 0;
beforeAll(async () => {
  [postgres, host] = await Promise.all([startPostgres(), startStubUpstream()]);
  sites = await startSites(2, { DATABASE_URL: `${postgres.origin}postgres`, UPSTREAM_URL: host.url });
});
afterAll(async () => {
  await sites?.close();
  await Promise.all([postgres?.stop(), host?.close()]);
});

/** Sends a message of a new visitor, to the processes in turn. */
function write() {
  letters += 1;
  const letter = {
    name: 'گلالئی',
    email: 'z@visitor.example',
    subject: `${letters}`,
    message: 'Hello',
    website: '',
  };
  return visit(sites).call('contactUs', letter).set('X-Forwarded-For', `198.51.100.${letters}`);
}
const subjects = () =>
  host
    .requestsTo(path)
    .filter(({ complete }) => complete)
    .map(({ body }) => JSON.parse(body.toString()).subject);

it('forms that both have kept are delivered once, in their order, and both tell how many wait', async () => {
  const { port } = new URL(host.url);
  await host.close();
  for (let count = 0; count < 6; count += 1) {
    await write().expect(202);
  }
  for (const site of sites.all) {
    const status = async () => (await (await fetch(`${site.url}/readyz`)).json()).intake;
    await expect.poll(status).toEqual({ waiting: 6, needs_person: 0 });
  }
  host = await startStubUpstream({ port: Number(port) });
  await expect.poll(subjects).toEqual(['1', '2', '3', '4', '5', '6']);
  const { agent } = await signIn(sites, host.admin);
  await expect.poll(async () => (await agent.read('intake')).total).toBe(0);
  expect(subjects()).toHaveLength(6);
});

it('a form of a page that is sent twice is kept once, whichever of the two it is sent to', async () => {
  host.misbehave({ kind: 'answer', status: 503, headers: {}, body: '' }, { path });
  const form = pageForms.contact.parts({ subject: 'Twice' });
  const receipts: unknown[] = [];
  for (const { url } of sites.all) {
    const from = { 'X-Forwarded-For': '203.0.113.9' };
    const answer = await postPage({ url } as TestApp, pageForms.contact.path, form, from).expect(303);
    receipts.push(answer.headers.location);
  }
  expect(receipts[1]).toBe(receipts[0]);
  host.reset();
});

it('without the database a form goes to the host all the same; one that would have to be kept is refused in words', async () => {
  await postgres.signal('SIGKILL');
  for (let count = 0; count < 2; count += 1) {
    await write().expect(200);
  }
  host.misbehave({ kind: 'answer', status: 503, headers: {}, body: '' }, { path });
  for (let count = 0; count < 2; count += 1) {
    const answer = await write().expect(503);
    expect(answer.body).toMatchObject({ status: 0, code: 'storage.away' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  await postgres.startAgain();
  await expect.poll(async () => (await write()).status).toBe(202);
  host.reset();
  const kept = `${letters}`;
  await expect.poll(() => subjects().at(-1)).toBe(kept);
});
