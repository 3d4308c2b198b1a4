import { request } from 'undici';
import { beforeEach, describe, expect, test } from 'vitest';
import { publicData } from '../../support/public-pages.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp } from '../../support/start-test-app.ts';
import { stubSite } from '../../support/stub-site.ts';
import { startStubUpstream } from '../../support/stub-upstream.ts';

const hourMs = 60 * 60_000;
const oneCategory = '/api/getSingleCategory/1';
const onePost = '/api/singlePost/1';

let now = 0;
const site = stubSite({}, { cache: { now: () => now } });
beforeEach(() => {
  // Older than any stale entry that may be served.
  now += 100 * hourMs;
});

/** Makes the host answer with this in place of anything else, or only at a path: for everybody, unless `headers` say otherwise. */
function hostSays(data: unknown, headers: Record<string, string> = {}, path?: string) {
  site.stub.reset();
  const body = JSON.stringify({ status: 1, data: typeof data === 'string' ? { id: 1, title: data } : data });
  const all = { 'content-type': 'application/json', ...headers };
  site.stub.misbehave({ kind: 'answer', status: 200, headers: all, body }, path ? { path } : {});
}

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(site.app.url + path, { headers });
  const { data } = (await answer.json()) as { data?: { title?: string } };
  const named = (name: string) => answer.headers.get(name);
  return { status: answer.status, named, cache: named('x-cache'), age: named('age'), title: data?.title };
}

const write = (headers: Record<string, string> = {}, path = '/api/deleteBlog/9', url = site.app.url) =>
  fetch(url + path, {
    method: 'POST',
    headers: { Cookie: site.cookie, 'X-CSRF': '1', 'Content-Type': 'application/json', ...headers },
    body: '{}',
  });

describe('an answer for everybody', () => {
  test('is fetched once, with nothing of the browser that asked first', async () => {
    hostSays('one', { 'x-ratelimit-remaining': '3', etag: '"host"' });
    const first = await get(`${oneCategory}?utm=x`, {
      'Accept-Language': 'ur',
      Authorization: 'Bearer forged',
      Cookie: 'a=b',
      'X-Forwarded-For': '203.0.113.9',
    });
    expect([first.cache, first.age, first.title]).toEqual(['MISS', null, 'one']);
    now += 2_500;
    const second = await get(oneCategory);
    expect([second.cache, second.age, second.title]).toEqual(['HIT', '2', 'one']);
    expect(second.named('x-ratelimit-remaining')).toBeNull();
    expect(site.stub.requests).toHaveLength(1);
    const seen = site.stub.last();
    expect(seen.url).toBe(oneCategory);
    const sent = seen.rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase());
    expect(sent.toSorted().join(' ')).toBe(
      'accept connection host traceparent x-forwarded-host x-forwarded-proto x-request-id',
    );
    expect(seen.header('x-forwarded-host')).toBe(new URL(site.app.url).host);
  });

  test('is the same under whatever name somebody calls the site, and one call for all who ask at the same time', async () => {
    hostSays('one');
    const ask = async (host: string) => {
      const answer = await request(site.app.url + oneCategory, { headers: { host } });
      await answer.body.dump();
      return answer.headers['x-cache'];
    };
    expect(await ask('evil.example')).toBe('MISS');
    expect(site.stub.last().header('x-forwarded-host')).toBe(new URL(site.app.url).host);
    expect(await ask('other.example')).toBe('HIT');
    now += 100 * hourMs;
    site.stub.requests.length = 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(oneCategory)));
    expect(new Set(answers.map(({ title }) => title))).toEqual(new Set(['one']));
    expect(site.stub.requests).toHaveLength(1);
  });

  test.each<Record<string, string>>([
    { 'set-cookie': 'a=b' },
    { 'cache-control': 'private, max-age=60' },
    { 'cache-control': 'No-Store' },
    { vary: 'Accept-Encoding, Accept-Language' },
    { vary: '*' },
  ])('is none where the host says %j: each visitor asks alone, as themselves', async (headers) => {
    // Another row of the contract, since one private answer marks all answers of its row as private.
    hostSays('yours', headers);
    const asked = () => get('/api/team?q=1', { 'Accept-Language': 'ur' });
    await asked();
    const before = site.stub.requests.length;
    const again = await asked();
    expect([again.title, again.cache]).toEqual(['yours', null]);
    expect(site.stub.requests).toHaveLength(before + 1);
    expect(site.stub.last().header('accept-language')).toBe('ur');
    now += 2 * 60_000;
  });
});

describe('a session', () => {
  test('asks for itself, and leaves nothing behind for others; one that does not open is none', async () => {
    hostSays('of visitors');
    await get(oneCategory);
    hostSays('of the admin');
    const own = await get(oneCategory, { Cookie: site.cookie });
    expect([own.title, own.cache, own.named('cache-control')]).toEqual(['of the admin', null, 'no-store']);
    const forged = await get(oneCategory, { Cookie: site.cookie.replace(/=.*/, '=forged') });
    expect([forged.title, forged.cache]).toEqual(['of visitors', 'HIT']);
  });

  test.each([
    ['/api/deleteBlog/9', 200],
    ['/api/somethingElse', 200],
    ...[500, 502, 504].map((status) => ['/api/deleteBlog/9', status] as const),
  ] as const)(
    'that writes by %s is seen by everybody at once, even if the host answers %i; a write that is refused changes nothing',
    async (path, status) => {
      hostSays('before', {}, oneCategory);
      await get(oneCategory);
      hostSays('after', {}, oneCategory);
      await write({ 'X-CSRF': '' }, path);
      expect((await get(oneCategory)).title).toBe('before');
      site.stub.misbehave({ kind: 'answer', status, body: '{"status":1}' }, { path });
      await write({}, path);
      const answer = await get(oneCategory);
      expect([answer.title, answer.cache]).toEqual(['after', 'MISS']);
    },
  );

  test('that has written, or cannot since the host is not there, takes nothing away from visitors', async () => {
    const host = await startStubUpstream({ isPrivate: false });
    const app = await startTestApp({ UPSTREAM_URL: host.url, SESSION_SECRET: 's'.repeat(32) }, { cache: {} });
    const { cookie: Cookie } = await signIn(app, host.admin);
    const page = async () => (await fetch(`${app.url}/team`)).status;
    expect(await page()).toBe(200);
    host.misbehave({ kind: 'hang' }, { path: '/api/team' });
    expect((await write({ Cookie }, undefined, app.url)).status).toBeLessThan(500);
    // Nobody has read again before the host goes down.
    await host.close();
    expect(await page()).toBe(200);
    expect((await write({ Cookie }, undefined, app.url)).status).toBeGreaterThanOrEqual(502);
    expect(await page()).toBe(200);
    await app.close();
  });
});

describe('while the host', () => {
  test.each([{ kind: 'reset' }, { kind: 'answer', status: 500 }, { kind: 'answer', status: 429 }] as const)(
    'fails, what was read within a day is given: %j',
    async (rule) => {
      hostSays('one');
      await get(oneCategory);
      site.stub.reset();
      site.stub.misbehave(rule);
      now += 23 * hourMs;
      const answer = await get(oneCategory);
      expect([answer.status, answer.title, answer.cache, answer.age]).toEqual([200, 'one', 'STALE', '82800']);
      now += 2 * hourMs;
      expect((await get(oneCategory)).status).toBeGreaterThanOrEqual(429);
    },
  );

  test.each([404, 410, 401, 403])('answers %i, nothing is', async (status) => {
    hostSays('one');
    await get(oneCategory);
    site.stub.reset();
    site.stub.misbehave({ kind: 'answer', status, body: '{"status":0,"message":"No."}' });
    now += 2 * 60_000;
    expect((await get(oneCategory)).status).toBe(status);
    site.stub.reset();
    site.stub.misbehave({ kind: 'reset' });
    expect((await get(oneCategory)).status).toBe(502);
  });

  test('hides a post, it is hidden here, whatever was read before', async () => {
    for (const [is_active, status] of [
      [1, 200],
      [0, 404],
    ] as const) {
      hostSays({ id: 1, blog_title: 'x', description: '', is_active });
      now += 2 * 60_000;
      expect((await get(onePost)).status).toBe(status);
    }
  });
});

test.each(['/api/jobs', '/careers/apply'])('a list with a job that closes ends with it: %s', async (path) => {
  const closes_at = new Date(Date.now() + 900).toISOString();
  hostSays({ data: [{ id: 1, title: 'x', closes_at }], current_page: 1, last_page: 1 });
  const cached = async () => (await fetch(site.app.url + path)).headers.get('x-cache');
  expect(await cached()).toBe('MISS');
  await expect.poll(cached, { timeout: 3000 }).toBe('MISS');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(closes_at));
});

test('a page is made again when the host says something else of what it shows, and only then', async () => {
  const page = async (blog_title: string) => {
    hostSays({ ...publicData().blogs[0], blog_title }, {}, onePost);
    site.stub.misbehave({
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"status":1,"data":{"data":[],"current_page":1,"last_page":1}}',
    });
    now += 2 * 60_000;
    const answer = await fetch(`${site.app.url}/view-blog/1`);
    const [title] = /<title>[^<]*/.exec(await answer.text()) ?? [];
    return [answer.headers.get('x-cache'), answer.headers.get('etag'), title];
  };
  const [, etag, title] = await page('One');
  expect(title).toContain('One');
  expect(await page('One')).toEqual(['MISS', etag, title]);
  expect((await page('Two'))[2]).toContain('Two');
});
