import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { startTestApp } from '../../support/start-test-app.ts';
import { stubSite } from '../../support/stub-site.ts';
import { adminRead, cookieOf, probe, setCookies, signIn, signOut, visible } from './calls.ts';

const site = stubSite();

describe('sign-in', () => {
  it('has the __Host- cookie, Secure, where PUBLIC_URL is https', async () => {
    const https = await startTestApp({ UPSTREAM_URL: site.stub.url, PUBLIC_URL: 'https://studio.example' });
    onTestFinished(() => https.close());
    const answer = await signIn(https.url, site.stub.admin);
    const flags = String.raw`; Path=\/; HttpOnly; Secure; SameSite=Strict$`;
    expect(setCookies(answer)).toEqual([
      expect.stringMatching(new RegExp(`^__Host-studio_session=[\\w*.~-]+; Max-Age=28800${flags}`)),
      expect.stringMatching(new RegExp(`^__Host-studio_device=[\\w*.~-]+; Max-Age=15552000${flags}`)),
    ]);
    await adminRead(https.url, cookieOf(answer)).expect(200);
    await adminRead(https.url, cookieOf(answer).replace('__Host-', '')).expect(401);
    expect(setCookies(await signOut(https.url, cookieOf(answer)))).toEqual([
      '__Host-studio_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
    ]);
  });

  it('shows the host the credentials alone, with headers from the allow-list', async () => {
    const first = await signIn(site.app.url, site.stub.admin);
    await signIn(
      site.app.url,
      { ...site.stub.admin, email: `  ${site.stub.admin.email} `, remember: true },
      cookieOf(first),
    )
      .set('Authorization', 'Bearer forged')
      .set('X-Forwarded-For', '203.0.113.9')
      .set('If-None-Match', '"x"');
    const seen = site.stub.last();
    expect(JSON.parse(seen.body.toString())).toEqual(site.stub.admin);
    expect(seen.header('x-forwarded-for')).not.toContain('203.0.113.9');
    for (const name of ['cookie', 'authorization', 'x-csrf', 'if-none-match', 'origin']) {
      expect(seen.header(name), name).toBeUndefined();
    }
  });

  it('is not undone by a call of the session before it, which is refused later', async () => {
    const before = cookieOf(await signIn(site.app.url, site.stub.admin));
    const release = site.stub.hold('/api/blogs', 1);
    const late = adminRead(site.app.url, before).then((answer) => [answer.status, setCookies(answer)]);
    await expect.poll(() => site.stub.requestsTo('/api/blogs').length).toBe(1);
    await signIn(site.app.url, site.stub.admin, before).expect(200);
    site.stub.tokens.splice(-2, 1);
    release();
    expect(await late).toEqual([401, []]);
    const later = await adminRead(site.app.url, before);
    expect([later.status, setCookies(later)]).toEqual([401, []]);
  });

  it.each([
    ['access_token', { access_token: 'tok_of_the_host', data: {} }],
    ['data.token', { data: { token: 'tok_of_the_host' } }],
  ])('finds the token in %s, and shows it nowhere in any session call', async (_place, json) => {
    const body = JSON.stringify({ status: 1, ...json });
    site.stub.misbehave({ kind: 'answer', status: 200, body }, { path: '/api/login', times: 1 });
    site.stub.tokens.push('tok_of_the_host');
    const answers = [await signIn(site.app.url, site.stub.admin)];
    const cookie = cookieOf(answers[0] ?? expect.fail());
    answers.push(await probe(site.app.url, cookie), await adminRead(site.app.url, cookie));
    answers.push(await signIn(site.app.url, { ...site.stub.admin, password: 'wrong' }, cookie));
    answers.push(await signOut(site.app.url, cookie), await probe(site.app.url, cookie));
    const token = site.stub.requestsTo('/api/blogs').at(-1)?.header('authorization')?.slice('Bearer '.length);
    expect(token).toMatch(/^tok_/);
    for (const answer of answers) expect(visible(answer)).not.toContain(token);
    expect(JSON.stringify(site.app.logLines)).not.toContain(token);
    expect(answers.some((answer) => visible(answer).includes('laravel_session'))).toBe(false);
  });

  it('ends the session that this browser had, and gives the new one an id of its own', async () => {
    const first = cookieOf(await signIn(site.app.url, site.stub.admin));
    const second = cookieOf(await signIn(site.app.url, site.stub.admin, first));
    expect(second).not.toBe(first);
    await adminRead(site.app.url, first).expect(401);
    await adminRead(site.app.url, second).expect(200);
  });
});

const required = [messages['login.fieldsRequired']];
it.each<[string, string, unknown, number, string, object?]>([
  [
    'objects',
    'json',
    { email: { $ne: '' }, password: ['x'] },
    422,
    'fields.invalid',
    { email: required, password: required },
  ],
  ['no JSON', 'json', '{"email":', 400, 'request.badJson'],
  ['a form', 'application/x-www-form-urlencoded', 'email=a&password=b', 415, 'request.typeRefused'],
  ['too much', 'json', `"${'x'.repeat(limits.jsonBody)}"`, 413, 'request.bodyTooLarge'],
])(
  '%s as %s is no pair of credentials, and the host is not asked',
  async (_what, type, body, status, code, errors) => {
    const answer = await request(site.app.url)
      .post(callPath(contract.login))
      .set('X-CSRF', '1')
      .type(type)
      .send(typeof body === 'string' ? body : JSON.stringify(body));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.errors).toEqual(errors);
    expect(site.stub.requests).toEqual([]);
  },
);
