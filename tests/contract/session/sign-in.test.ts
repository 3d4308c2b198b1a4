import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { startTestApp } from '../../support/start-test-app.ts';
import { stubSite } from '../../support/stub-site.ts';
import type { StubSettings } from '../../support/stub-upstream.ts';
import { openRaw } from '../edge/raw-http.ts';
import { adminRead, answerSignIn, cookieOf, probe, setCookies, signIn, signOut, visible } from './calls.ts';

const site = stubSite();

describe('sign-in', () => {
  it('seals the token into the cookie and answers the rest', async () => {
    const answer = await signIn(site.app.url, site.stub.admin);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      status: 1,
      message: 'Signed in.',
      data: { user: { id: 1, name: 'Stub Admin', email: site.stub.admin.email } },
    });
    expect(setCookies(answer)).toEqual([
      expect.stringMatching(/^studio_session=[\w*.~-]+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^studio_device=/),
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await adminRead(site.app.url, cookieOf(answer))).status).toBe(200);
    expect(site.stub.last().header('authorization')).toBe(`Bearer ${site.stub.tokens.at(-1)}`);
  });

  it('has the __Host- cookie, Secure, where PUBLIC_URL is https', async () => {
    const https = await startTestApp({ UPSTREAM_URL: site.stub.url, PUBLIC_URL: 'https://studio.example' });
    try {
      const answer = await signIn(https.url, site.stub.admin);
      expect(setCookies(answer)).toEqual([
        expect.stringMatching(
          /^__Host-studio_session=[\w*.~-]+; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
        ),
        expect.stringMatching(/^__Host-studio_device=/),
      ]);
      expect((await adminRead(https.url, cookieOf(answer))).status).toBe(200);
      const plainName = cookieOf(answer).replace('__Host-', '');
      expect((await adminRead(https.url, plainName)).status).toBe(401);
      const out = await signOut(https.url, cookieOf(answer));
      expect(setCookies(out)).toEqual([
        '__Host-studio_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
      ]);
    } finally {
      await https.close();
    }
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
    expect(seen.method).toBe('POST');
    expect(seen.url).toBe('/api/login');
    expect(JSON.parse(seen.body.toString())).toEqual(site.stub.admin);
    expect(seen.header('content-type')).toBe('application/json');
    expect(seen.header('content-length')).toBe(String(seen.bodyLength));
    expect(seen.header('accept')).toBe('application/json');
    expect(seen.header('x-forwarded-for')).not.toContain('203.0.113.9');
    for (const name of ['cookie', 'authorization', 'x-csrf', 'if-none-match', 'origin']) {
      expect(seen.header(name), name).toBeUndefined();
    }
  });

  it('goes where UPSTREAM_LOGIN_PATH says', async () => {
    const elsewhere = await startTestApp({
      UPSTREAM_URL: site.stub.url,
      UPSTREAM_LOGIN_PATH: '/v2/auth/sign-in',
    });
    try {
      site.stub.settings.loginPath = '/v2/auth/sign-in';
      expect((await signIn(elsewhere.url, site.stub.admin)).status).toBe(200);
      expect(site.stub.last().url).toBe('/v2/auth/sign-in');
    } finally {
      await elsewhere.close();
    }
  });

  it.each<StubSettings['tokenPlace']>(['token', 'access_token', 'data.token', 'data.access_token'])(
    'finds the token in %s, and shows it nowhere in any session call',
    async (tokenPlace) => {
      site.stub.settings.tokenPlace = tokenPlace;
      const answers = [await signIn(site.app.url, site.stub.admin)];
      const cookie = cookieOf(answers[0] ?? expect.fail());
      answers.push(await probe(site.app.url, cookie), await adminRead(site.app.url, cookie));
      answers.push(await signIn(site.app.url, { ...site.stub.admin, password: 'wrong' }, cookie));
      answers.push(await signOut(site.app.url, cookie), await probe(site.app.url, cookie));
      const token = site.stub
        .requestsTo('/api/blogs')
        .at(-1)
        ?.header('authorization')
        ?.slice('Bearer '.length);
      expect(token).toMatch(/^tok_/);
      for (const answer of answers) expect(visible(answer)).not.toContain(token);
      expect(JSON.stringify(site.app.logLines)).not.toContain(token);
      expect(answers.some((answer) => visible(answer).includes('laravel_session'))).toBe(false);
    },
  );

  it('takes out of the answer whatever else could open a door', async () => {
    const token = 'abc/def+secret';
    answerSignIn(site.stub, 200, {
      status: 1,
      token,
      refresh_token: 'refresh-me',
      message: `Welcome, your token is ${token}`,
      data: {
        user: { id: 5, name: 'Ada', remember_token: 'rem' },
        link: `/x?t=${encodeURIComponent(token)}`,
      },
    });
    const answer = await signIn(site.app.url, site.stub.admin);
    expect(answer.body).toEqual({ status: 1, data: { user: { id: 5, name: 'Ada' } } });
    expect((await probe(site.app.url, cookieOf(answer))).body.data.user).toEqual({ id: 5, name: 'Ada' });
  });

  it('says 200 and status 1 whatever form the host gives to a success', async () => {
    answerSignIn(
      site.stub,
      201,
      { status: 'success', access_token: 'abc' },
      { 'content-type': 'text/html; charset=UTF-8' },
    );
    const answer = await signIn(site.app.url, site.stub.admin);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: 1 });
    // The host did not return the user, so the BFF uses the email address of the sign-in.
    expect((await probe(site.app.url, cookieOf(answer))).body.data.user).toEqual({
      email: site.stub.admin.email,
    });
  });

  it('ends the session that this browser had, and gives the new one an id of its own', async () => {
    const first = cookieOf(await signIn(site.app.url, site.stub.admin));
    const second = cookieOf(await signIn(site.app.url, site.stub.admin, first));
    expect(second).not.toBe(first);
    expect((await adminRead(site.app.url, first)).status).toBe(401);
    expect((await adminRead(site.app.url, second)).status).toBe(200);
  });

  it('a token too large for a cookie is a clear error, and sets none', async () => {
    site.stub.settings.makeToken = () => 't'.repeat(2500);
    expect((await signIn(site.app.url, site.stub.admin)).status).toBe(200);
    site.stub.settings.makeToken = () => 't'.repeat(3200);
    const answer = await signIn(site.app.url, site.stub.admin);
    expect(answer.status).toBe(502);
    expect(answer.body).toEqual({
      status: 0,
      code: 'login.tokenTooLarge',
      message: messages['login.tokenTooLarge'],
    });
    expect(setCookies(answer)).toEqual([]);
  });

  it('needs X-CSRF, and asks nobody without it', async () => {
    const answer = await request(site.app.url).post(callPath(contract.login)).send(site.stub.admin);
    expect(answer.status).toBe(403);
    expect(site.stub.requests).toEqual([]);
  });
});

describe('what is no pair of credentials', () => {
  const required = [messages['login.fieldsRequired']];
  it.each<[string, unknown, Record<string, string[]>]>([
    ['nothing', {}, { email: required, password: required }],
    ['empty texts', { email: '  ', password: '' }, { email: required, password: required }],
    ['no password', { email: 'a@studio.example' }, { password: required }],
    ['objects', { email: { $ne: '' }, password: ['x'] }, { email: required, password: required }],
    ['numbers', { email: 1, password: 2 }, { email: required, password: required }],
    ['a list', [{ email: 'a', password: 'b' }], { email: required, password: required }],
    ['null', null, { email: required, password: required }],
    ['a text', '"x"', { email: required, password: required }],
    ['a number', '5', { email: required, password: required }],
    [
      'texts that are too long',
      { email: `${'e'.repeat(255)}`, password: 'p'.repeat(1025) },
      {
        email: ['This text is longer than the limit of 254 characters.'],
        password: ['This text is longer than the limit of 1024 characters.'],
      },
    ],
  ])('%s: 422 with a text per field', async (_what, body, errors) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await request(site.app.url)
      .post(callPath(contract.login))
      .set('X-CSRF', '1')
      .type('json')
      .send(text);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ status: 0, code: 'fields.invalid', errors });
    expect(Object.keys(answer.body.errors)).toEqual(Object.keys(errors));
    expect(site.stub.requests).toEqual([]);
  });

  it.each([
    ['no JSON', 'application/json', '{"email":', 400, 'request.badJson'],
    ['a form', 'application/x-www-form-urlencoded', 'email=a&password=b', 415, 'request.typeRefused'],
    ['plain text', 'text/plain', '{"email":"a","password":"b"}', 415, 'request.typeRefused'],
    ['multipart', 'multipart/form-data; boundary=x', '--x--', 415, 'upload.multipartRefused'],
    ['too much', 'application/json', `"${'x'.repeat(limits.jsonBody)}"`, 413, 'request.bodyTooLarge'],
  ])('%s as %s is refused', async (_what, type, body, status, code) => {
    const answer = await request(site.app.url)
      .post(callPath(contract.login))
      .set('X-CSRF', '1')
      .type(type)
      .send(body);
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(code);
    expect(site.stub.requests).toEqual([]);
  });

  it('an endless body in chunks gets its 413 while it is still coming', async () => {
    const raw = await openRaw(site.app.url);
    raw.send(
      `POST ${callPath(contract.login)} HTTP/1.1\r\nHost: localhost\r\nX-CSRF: 1\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunk = `400\r\n${' '.repeat(1024)}\r\n`;
    raw.send(chunk.repeat(limits.jsonBody / 1024 + 1));
    expect((await raw.answer()).status).toBe(413);
    raw.destroy();
  });
});
