// @module-tag deep/hosts: in front of a host with the known calls only; absent-forms asks one in npm test
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { messages } from '#shared/messages.ts';
import {
  type KnownOnlyHost,
  type KnownOnlySettings,
  knownOnlyAdmin,
  knownOnlyDefaults,
  startKnownOnlyHost,
} from '../../support/known-only-host.ts';
import { pageForms, postPage } from '../../support/page-forms.ts';
import { pagesWithData, pagesWithoutData, publicData } from '../../support/public-pages.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { startStubUpstream } from '../../support/stub-upstream.ts';
import { childrenOf, readXml, textOf } from '../../support/xml.ts';

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (app: { url: string }, path: string) => request(app.url).get(path).set(asBrowser);

const formCalls = ['contactUs', 'applyJob', 'applyJobFor', 'requestAccountDeletion'];
const formPages = ['/contact', '/delete-account', '/careers/apply?spontaneous=1'];

/** Returns the HTML of `<main>`. */
function mainOf(html: string): string {
  return /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';
}

describe('a host with the known calls only', () => {
  let host: KnownOnlyHost;
  let app: TestApp;
  beforeAll(async () => {
    host = await startKnownOnlyHost();
    app = await startTestApp({ UPSTREAM_URL: host.url });
  });
  afterEach(() => {
    host.requests.length = 0;
  });
  afterAll(async () => {
    await app?.close();
    await host?.close();
  });

  const all = [...pagesWithData.map(({ path }) => path), ...pagesWithoutData, '/portfolio/Web'];
  test.each(all)('%s has no bare error and no word of the host', async (path) => {
    const { status, text } = await get(app, path);
    // This host has no single projects and jobs; all other pages work.
    expect(status).toBe(/^\/(portfolioOne|careers\/apply)\/1$/.test(path) ? 404 : 200);
    expect(text).toContain('<nav');
    expect(mainOf(text)).toContain('<h1');
    expect(mainOf(text)).not.toMatch(/could not be found|cannot be shown|Loading|cannot be done here/);
  });

  test.each(formPages)('%s offers a mail address and no form, from the first visit on', async (path) => {
    const fresh = await startTestApp({ UPSTREAM_URL: host.url });
    const { text } = await get(fresh, path);
    await fresh.close();
    expect(mainOf(text)).not.toContain('<form');
    expect(mainOf(text)).toContain('href="mailto:');
  });

  test('a category is shown with its logos and without a place for projects', async () => {
    const { text } = await get(app, '/portfolio/Film');
    expect(mainOf(text)).toContain('Made with');
    expect(mainOf(text)).not.toMatch(/Nothing here yet|aria-label="Projects"/);
  });

  test('nothing is said about positions that nobody knows', async () => {
    const careers = mainOf((await get(app, '/careers')).text);
    expect(careers).not.toMatch(/Open positions|Nothing is open/);
    expect(mainOf((await get(app, '/careers/apply')).text)).toContain('Open positions aren’t listed here');
    expect(mainOf((await get(app, '/')).text)).not.toContain('Open positions');
  });

  test('its active posts are published, page by page, and no other', async () => {
    const seen: string[] = [];
    const first = await request(app.url).get('/api/activeBlogs?page=1');
    expect(first.body.data).toMatchObject({ current_page: 1, last_page: 2, total: 17 });
    for (let page = 1; page <= first.body.data.last_page; page += 1) {
      const { body } = await request(app.url).get(`/api/activeBlogs?page=${page}`);
      expect(body.data.data.length).toBeGreaterThan(0);
      seen.push(...body.data.data.map((post: { blog_title: string }) => post.blog_title));
      expect(JSON.stringify(body)).not.toMatch(/<script|alert/);
    }
    expect(seen).toHaveLength(17);
    expect(new Set(seen).size).toBe(17);
    expect(seen.every((title) => title.startsWith('Known post'))).toBe(true);
    expect((await request(app.url).get('/api/activeBlogs?page=3')).body.data.data).toEqual([]);
    expect(mainOf((await get(app, '/publishing?page=2')).text)).toContain('Known post 1<');
    expect((await get(app, '/publishing?page=3')).status).toBe(404);
    expect(mainOf((await get(app, '/')).text)).toContain('Known post 25');
    const items = childrenOf(readXml((await get(app, '/feed.xml')).text).children[0], 'item');
    expect(items.map((item) => textOf(item, 'title'))).toEqual(seen);
    const { text: sitemap } = await get(app, '/sitemap.xml');
    expect(sitemap).toContain('/view-blog/25');
    expect(sitemap).not.toContain('/view-blog/24');
  });

  test('a post that is not active is shown to nobody without a session', async () => {
    for (const id of [3, 6, 9]) {
      expect((await request(app.url).get(`/api/singlePost/${id}`)).status).toBe(404);
      expect((await get(app, `/view-blog/${id}`)).status).toBe(404);
    }
    const { agent } = await signIn(app, knownOnlyAdmin);
    expect((await agent.get('/api/singlePost/3')).body.data.blog_title).toBe('Hidden post 3');
  });

  test('blogs stays a call for admins, and is asked without their token on behalf of visitors', async () => {
    expect((await request(app.url).get('/api/blogs?page=1')).status).toBe(401);
    const fresh = await startTestApp({ UPSTREAM_URL: host.url });
    const { agent } = await signIn(fresh, knownOnlyAdmin);
    host.requests.length = 0;
    expect((await agent.get('/api/activeBlogs?page=1')).body.data.total).toBe(17);
    await fresh.close();
    const asked = host.requests.filter(({ path }) => path.startsWith('/api/blogs'));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ authorized }) => authorized)).toEqual([]);
  });

  test('a host that wants a token for its posts has none for visitors', async () => {
    const closed = await startKnownOnlyHost({ blogsNeedToken: true });
    const fresh = await startTestApp({ UPSTREAM_URL: closed.url });
    const { status, text } = await get(fresh, '/publishing');
    await fresh.close();
    await closed.close();
    expect(status).toBe(200);
    expect(mainOf(text)).toContain('Nothing published yet');
  });

  test.each([
    ['/api/contactUs', { name: 'A', email: 'a@b.example', subject: 'S', message: 'M' }],
    ['/api/requestAccountDeletion', { app_name: 'Q', account_identifier: 'x', email: 'a@b.example' }],
  ])('a message to %s that nobody takes is told so in our words', async (path, body) => {
    const { status, body: answer } = await visit(app).post(path).send(body);
    expect(status).toBe(404);
    expect(answer).toMatchObject({ status: 0, code: 'host.callMissing' });
    expect(JSON.stringify(answer)).not.toMatch(/route|could not be found/);
  });

  test('an admin list that the host lacks says so, and known calls work without `status`', async () => {
    const { agent } = await signIn(app, knownOnlyAdmin);
    for (const path of ['/api/getJobs', '/api/getApplicants', '/api/getTeam', '/api/getMessages']) {
      const { status, body } = await agent.get(path);
      expect([path, status, body.code]).toEqual([path, 404, 'host.callMissing']);
    }
    expect((await agent.post('/api/deleteBlog/3')).status).toBe(200);
  });

  test('it is asked a few times at most, however many pages there are', async () => {
    const fresh = await startTestApp({ UPSTREAM_URL: host.url });
    await Promise.all([...formPages, ...formPages].map((path) => get(fresh, path)));
    await fresh.close();
    const probes = host.requests.filter(({ method }) => method === 'OPTIONS' || method === 'GET');
    expect(probes.filter(({ path }) => !/formToken|jobs/.test(path)).length).toBeLessThanOrEqual(10);
    expect(host.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

test('a form that the host answers like an address it does not have is not taken either, and leads to an address', async () => {
  const stub = await startStubUpstream();
  const app = await startTestApp({ UPSTREAM_URL: stub.url });
  try {
    Object.assign(stub.data, publicData());
    const body = JSON.stringify({ message: 'No such thing here.' });
    stub.misbehave({ kind: 'answer', status: 404, body }, { method: 'POST', path: '/api/applyJob/1' });
    const { status, text } = await postPage(app, '/careers/apply/1', pageForms.application.parts());
    const alert = /role="alert"[^>]*aria-labelledby="not-sent">(.*?)<\/div>/s.exec(text)?.[1];
    expect(status).toBe(502);
    expect(alert).toContain(messages['pageForm.notTaken']);
    expect(alert).toContain('href="mailto:');
    expect(text).not.toContain('No such thing here.');
  } finally {
    await app.close();
    await stub.close();
  }
});

test.each(Object.entries(pageForms))(
  'a %s posted without scripts to a host that turns out not to take it comes back with every word',
  async (_name, { path, parts }) => {
    // The host hides which calls it has, so the product cannot know before the first message.
    const host = await startKnownOnlyHost({ options: 'cors' });
    const app = await startTestApp({ UPSTREAM_URL: host.url });
    try {
      const { status, text } = await postPage(app, path, parts());
      const main = mainOf(text);
      expect(status).toBe(502);
      expect(main).toContain(messages['pageForm.notTaken']);
      expect(main).toContain('href="mailto:');
      expect(main).not.toContain('could not be found');
      expect(main).toContain('ayesha@');
      // From now on the product knows that the call is missing.
      expect(mainOf((await get(app, path)).text)).not.toContain('<form');
    } finally {
      await app.close();
      await host.close();
    }
  },
);

/** Returns the calls that a host with these settings is found to lack. */
async function missingOf(settings: Partial<KnownOnlySettings>): Promise<string[]> {
  const host = await startKnownOnlyHost(settings);
  const app = await startTestApp({ UPSTREAM_URL: host.url });
  try {
    const { status, body } = await request(app.url).get('/api/hostCalls');
    expect(status).toBe(200);
    return body.data.missing;
  } finally {
    await app.close();
    await host.close();
  }
}

describe('finding out what a host takes', () => {
  test('a clear answer is believed', async () => {
    expect(await missingOf({})).toEqual(expect.arrayContaining(formCalls));
    expect(await missingOf({ besides: ['/api/contactUs'] })).not.toContain('contactUs');
    // Without OPTIONS a GET suffices: the host answers 405 for a known call of the same kind.
    expect(await missingOf({ options: 'none' })).toEqual(expect.arrayContaining(formCalls));
    expect(await missingOf({ unknown: 'html' })).toEqual(expect.arrayContaining(formCalls));
  });

  test.each([
    ['answers OPTIONS with nothing', { options: 'cors' }],
    ['answers 404 to another method', { options: 'none', hidesMethods: true }],
    ['answers everything with 200', { options: 'none', unknown: 'spa' }],
    ['has no calls left', { callsLeft: 0 }],
    ['never answers', { silent: true }],
  ] as const)('a host that %s is taken to have the forms', async (_what, settings) => {
    // The site itself lacks passkeys, since it has no PUBLIC_URL.
    expect(await missingOf(settings)).toEqual([contract.passkeyLogin.name]);
  });
});

describe('a host that has no calls left', () => {
  test('pages are designed notices, and stand again afterwards', async () => {
    const host = await startKnownOnlyHost({ ...knownOnlyDefaults, callsLeft: 0 });
    let now = 0;
    const app = await startTestApp({ UPSTREAM_URL: host.url }, { cache: { maxBytes: 0, now: () => now } });
    try {
      for (const { path, main } of pagesWithData) {
        const { status, text } = await get(app, path);
        expect([path, status]).toEqual([path, Object.keys(main).length > 0 ? 503 : 200]);
        expect(mainOf(text)).toContain('<h1');
        expect(text).not.toMatch(/Too Many Attempts/);
      }
      host.settings.callsLeft = 60;
      // The breaker waits for as long as the host demanded, five minutes at most.
      now += 5 * 60_000;
      expect((await get(app, '/publishing')).status).toBe(200);
      expect((await get(app, '/portfolio')).status).toBe(200);
    } finally {
      await app.close();
      await host.close();
    }
  });
});
