// @module-tag deep/scale: two sites behind a balancer
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { createFormTokens } from '../../../server/forms/form-tokens.ts';
import { applicationForm, blogEditForm, blogForm, sendForm } from '../../support/forms.ts';
import { type MailServer, startMailServer } from '../../support/mail/mail-server.ts';
import {
  type TestBucket,
  type TestDatabase,
  testBucket,
  testDatabase,
} from '../../support/shared-servers.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { type Site, type Sites, startSites } from '../../support/sites.ts';

// Two processes of one site that share only PostgreSQL and a bucket.

let mailServer: MailServer;
let database: TestDatabase;
let bucket: TestBucket;
let sites: Sites;
let first: Site;
let second: Site;
beforeAll(async () => {
  [mailServer, database, bucket] = await Promise.all([
    startMailServer(),
    testDatabase({ migrated: true }),
    testBucket(),
  ]);
  sites = await startSites(
    2,
    {
      ...database.environment,
      ...bucket.environment,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'site@studio.example',
      MAIL_TO: 'team@studio.example',
    },
    // Cached answers do not expire; only a signal invalidates them.
    { cache: { now: () => 0 } },
  );
  [first, second] = [sites.all[0] as Site, sites.all[1] as Site];
});
afterAll(async () => {
  await sites?.close();
  await Promise.all([mailServer?.close(), database?.drop(), bucket?.drop()]);
});

it('ten wrong passwords over both count as ten', async () => {
  const credentials = { email: 'nobody@studio.example', password: 'a guess' };
  const statuses: number[] = [];
  for (let guess = 0; guess < 10; guess += 1) {
    const answer = await visit(sites).call('login').set('X-Forwarded-For', '203.0.113.1').send(credentials);
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(5).fill(429)]);
});

it('what an admin changes on one, visitors of the other see', async () => {
  const { agent } = await signIn(first, sites.credentials);
  const saved = await agent.call('saveBlog', await blogForm({ blog_title: 'Old' }));
  const { id } = saved.body.data;
  const read = async (path: string) => (await visit(second).get(path)).text;
  const paths = [callPath(contract.activeBlogs), callPath(contract.singlePost, { id }), '/publishing'];
  for (const path of paths) {
    // The signal about the post may arrive a little later.
    await expect.poll(() => read(path), { message: path }).toContain('Old');
    const found = async () => (await visit(second).get(path)).headers['x-cache'];
    await expect.poll(found, { message: path }).toBe('HIT');
  }
  await agent.call('editBlog', await blogEditForm(id, { blog_title: 'Brand-new' })).expect(200);
  for (const path of paths) await expect.poll(() => read(path), { message: path }).toContain('Brand-new');
});

/** Returns a form token as the engine issues it, one minute old. */
async function tokenOfBefore(): Promise<string> {
  const [secret] = await database.query("select value from secrets where name = 'form-tokens'");
  const opened = Date.now() - 60_000;
  return createFormTokens(Buffer.from(String(secret?.value), 'base64url'), () => opened).issue();
}

it('each mail is sent once, whoever of the two sends it', async () => {
  const form_token = await tokenOfBefore();
  const waiting = async () =>
    (await database.query("select count(*)::int as count from tasks where state = 'waiting'"))[0]?.count;
  // Earlier tests have sent forms too, which send mails to the studio.
  await expect.poll(waiting).toBe(0);
  const before = mailServer.mails.length;
  const applicants = Array.from({ length: 12 }, (_, at) => `applicant.${at}@visitor.example`);
  const sent = await Promise.all(
    applicants.map((email, at) =>
      sendForm(
        visit(sites).call('applyJob').set('X-Forwarded-For', `198.51.100.${at}`),
        applicationForm({ email, form_token }),
      ),
    ),
  );
  expect(sent.map(({ status }) => status)).toEqual(applicants.map(() => 200));
  await expect.poll(waiting).toBe(0);
  const to = mailServer.mails.slice(before).map((mail) => mail.to.join());
  expect(to.filter((each) => each.startsWith('applicant.')).sort()).toEqual([...applicants].sort());
  expect(to.filter((each) => each === 'team@studio.example')).toHaveLength(applicants.length);
});
