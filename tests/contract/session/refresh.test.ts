import request from 'supertest';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { stubSite } from '../../support/stub-site.ts';
import { adminRead, cookieOf, setCookies, signIn, signOut, visible } from './calls.ts';

const site = stubSite();
let cookie: string;
beforeEach(async () => {
  cookie = cookieOf(await signIn(site.app.url, site.stub.admin));
  site.app.logLines.length = 0;
});

const newToken = 'new/token+of==the_host|0123456789';

function refresh(path = '/api/refresh', sent = cookie) {
  return request(site.app.url).post(path).set('X-CSRF', '1').set('Cookie', sent);
}

/** Makes the host issue a new token and accept only that one. */
function hostRefreshes(
  body: unknown = { status: 1, token: newToken },
  path: string | RegExp = '/api/refresh',
) {
  site.stub.tokens.splice(0, site.stub.tokens.length, newToken);
  answer(200, body, path);
}

function answer(status: number, body: unknown, path: string | RegExp = '/api/refresh') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  site.stub.misbehave(
    { kind: 'answer', status, headers: { 'content-type': 'application/json' }, body: text },
    { path, times: 1 },
  );
}

describe('a refresh', () => {
  it.each<[string, object, object]>([
    ['token', { status: 1, token: newToken, expires_in: 60 }, { status: 1, expires_in: 60 }],
    ['data.access_token', { data: { access_token: newToken, note: `is ${newToken}` } }, { data: {} }],
  ])('seals the token of %s, and shows neither it nor the old one', async (_place, body, shown) => {
    hostRefreshes({ ...body, old: site.stub.tokens.at(-1) });
    const answered = await refresh().expect(200);
    expect(answered.body).toEqual(shown);
    expect(answered.headers['cache-control']).toBe('no-store');
    expect(visible(answered)).not.toContain(newToken);
    expect(JSON.stringify(site.app.logLines)).not.toContain(newToken);

    const renewed = cookieOf(answered);
    expect(setCookies(answered)).toHaveLength(1);
    expect(renewed).not.toBe(cookie);
    await adminRead(site.app.url, renewed).expect(200);
    expect(site.stub.last().header('authorization')).toBe(`Bearer ${newToken}`);
    const { body: state } = await request(site.app.url).get('/api/session').set('Cookie', renewed);
    expect(state.data.expires_in <= 60).toBe('expires_in' in shown);
  });

  it.each(['/api/v2/auth/refresh', '/api/auth/refresh-token?x=1'])('is a POST to %s', async (path) => {
    hostRefreshes({ token: newToken }, path.split('?', 1)[0]);
    const answered = await refresh(path);
    expect(answered.body).toEqual({});
    await adminRead(site.app.url, cookieOf(answered)).expect(200);
  });

  it.each([
    ['post', '/api/xrefresh'],
    ['post', '/api/refresh-tokens'],
    ['get', '/api/refresh'],
  ] as const)('is no %s to %s: the token is taken out, the session stays', async (method, path) => {
    answer(200, { token: newToken, a: 1 }, path);
    const answered = await request(site.app.url)[method](path).set({ 'X-CSRF': '1', Cookie: cookie });
    expect(answered.body).toEqual({ a: 1 });
    expect(setCookies(answered)).toEqual([]);
    expect(site.app.logLines).toContainEqual(expect.objectContaining({ field: 'token' }));
    await adminRead(site.app.url, cookie).expect(200);
  });

  it('needs a session, and X-CSRF', async () => {
    await refresh('/api/refresh', '').expect(401);
    await request(site.app.url).post('/api/refresh').set('Cookie', cookie).expect(403);
    expect(site.stub.requestsTo('/api/refresh')).toEqual([]);
  });

  it.each<[string, number, unknown, number, object]>([
    ['with a 200 that says no', 200, { status: 0, token: newToken, message: 'no' }, 200, { message: 'no' }],
    ['too large for a cookie', 200, { token: 't'.repeat(3200) }, 502, { code: 'refresh.tokenTooLarge' }],
    ['that no header can carry', 200, { token: 'a\r\nx-admin: 1' }, 502, { code: 'upstream.badAnswer' }],
    ['in broken JSON', 200, `{"token":"${newToken}`, 502, { code: 'upstream.badAnswer' }],
  ])('a token %s changes nothing, and is shown nowhere', async (_what, status, body, expected, shown) => {
    answer(status, body);
    const answered = await refresh().expect(expected);
    expect(answered.body).toMatchObject({ status: 0, ...shown });
    expect(visible(answered) + JSON.stringify(site.app.logLines)).not.toMatch(/ttttt|x-admin|new\/token/);
    expect(setCookies(answered)).toEqual([]);
    await adminRead(site.app.url, cookie).expect(200);
  });
});

test('a refresh that a sign-out overtakes brings no session back', async () => {
  const release = site.stub.hold('/api/refresh', 1);
  const held = refresh().then((each) => each);
  await expect.poll(() => site.stub.requestsTo('/api/refresh')).toHaveLength(1);
  await signOut(site.app.url, cookie);
  release();
  expect(setCookies(await held)).toEqual([]);
});
