// @module-tag deep/hosts: in front of a host with the known calls only; absent-forms asks one in npm test
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import {
  type KnownOnlyHost,
  type KnownOnlySettings,
  knownOnlyAdmin,
  startKnownOnlyHost,
} from '../../support/known-only-host.ts';
import { openPage, pageForms } from '../../support/page-forms.ts';
import { pagesWithData, pagesWithoutData } from '../../support/public-pages.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

const mainOf = async (app: { url: string }, path: string) =>
  /<main[^>]*>(.*)<\/main>/s.exec((await openPage(app, path)).text)?.[1] ?? '';

/** Does something with the product in front of another host. */
async function inFrontOf<Value>(
  settings: Partial<KnownOnlySettings>,
  work: (app: TestApp, host: KnownOnlyHost) => Promise<Value>,
) {
  const host = await startKnownOnlyHost(settings);
  const app = await startTestApp({ UPSTREAM_URL: host.url });
  try {
    return await work(app, host);
  } finally {
    await app.close();
    await host.close();
  }
}

describe('a host with the known calls only', () => {
  let host: KnownOnlyHost;
  let app: TestApp;
  beforeAll(async () => {
    host = await startKnownOnlyHost();
    app = await startTestApp({ UPSTREAM_URL: host.url });
  });
  afterAll(async () => {
    await app?.close();
    await host?.close();
  });
  const postsOf = (page: number) => visit(app).read('activeBlogs', { page });

  test('its pages have no bare error, no word of the host and no form, from the first visit on; it is asked a few times', async () => {
    const forms = Object.values(pageForms).map(({ path }) => path);
    await Promise.all([...forms, ...forms].map((path) => openPage(app, path)));
    const probes = host.requests.filter(({ path }) => !/formToken|jobs/.test(path));
    expect(probes.length).toBeLessThanOrEqual(10);
    expect(host.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    for (const path of [...pagesWithData.map((page) => page.path), ...pagesWithoutData]) {
      const { status } = await openPage(app, path);
      // This host has no single projects and jobs; all other pages work.
      expect([path, status]).toEqual([path, /^\/(portfolioOne|careers\/apply)\/1$/.test(path) ? 404 : 200]);
      const main = await mainOf(app, path);
      expect(main).toContain('<h1');
      expect(main).not.toMatch(/could not be found|cannot be shown|Loading|cannot be done here/);
      if (forms.includes(path)) expect(main).toMatch(/^(?!.*<form).*href="mailto:/s);
    }
    expect(await mainOf(app, '/portfolio/Film')).toMatch(
      /^(?!.*(Nothing here yet|aria-label="Projects")).*Made with/s,
    );
    expect(await mainOf(app, '/careers')).not.toMatch(/Open positions|Nothing is open/);
    expect(await mainOf(app, '/careers/apply')).toContain('Open positions aren’t listed here');
    expect(await mainOf(app, '/')).not.toContain('Open positions');
  });

  test('its active posts are published, page by page, and no other; it is asked without a token for them', async () => {
    await inFrontOf({}, async (fresh, other) => {
      const { agent } = await signIn(fresh, knownOnlyAdmin);
      expect((await agent.read('activeBlogs', 'page=1')).total).toBe(17);
      const asked = other.requests.filter(({ path }) => path.startsWith('/api/blogs'));
      expect(new Set(asked.map(({ authorized }) => authorized))).toEqual(new Set([false]));
    });
    await visit(app).call('blogs', 'page=1').expect(401);

    const pages = [await postsOf(1), await postsOf(2)];
    expect(pages[0]).toMatchObject({ current_page: 1, last_page: 2, total: 17 });
    const seen = pages.flatMap((page) => page.data.map((post: { blog_title: string }) => post.blog_title));
    expect(new Set(seen).size).toBe(17);
    expect(seen.filter((title) => !title.startsWith('Known post'))).toEqual([]);
    expect(JSON.stringify(pages)).not.toMatch(/<script|alert/);
    expect((await postsOf(3)).data).toEqual([]);
    expect(await mainOf(app, '/publishing?page=2')).toContain('Known post 1<');
    expect((await openPage(app, '/publishing?page=3')).status).toBe(404);
    expect((await openPage(app, '/sitemap.xml')).text).toMatch(/^(?!.*view-blog\/24).*\/view-blog\/25/s);
    // Those that are not active are shown to nobody without a session.
    for (const id of [3, 6, 9]) {
      await visit(app).call('singlePost', id).expect(404);
      expect((await openPage(app, `/view-blog/${id}`)).status).toBe(404);
    }
    const { agent } = await signIn(app, knownOnlyAdmin);
    expect((await agent.read('singlePost', 3)).blog_title).toBe('Hidden post 3');
  });
});

test('a host that wants a token for its posts has none for visitors', () =>
  inFrontOf({ blogsNeedToken: true }, async (app) => {
    expect(await mainOf(app, '/publishing')).toContain('Nothing published yet');
  }));

const forms = ['contactUs', 'applyJob', 'applyJobFor', 'requestAccountDeletion'];
test.each<[string, Partial<KnownOnlySettings>, string[]]>([
  ['answers OPTIONS with Allow', {}, forms],
  ['has one of them', { besides: ['/api/contactUs'] }, forms.slice(1)],
  ['answers OPTIONS with nothing', { options: 'cors' }, []],
  ['answers everything with 200', { options: 'none', unknown: 'spa' }, []],
  ['has no calls left', { callsLeft: 0 }, []],
  ['never answers', { silent: true }, []],
])(
  'a host that %s is found to lack the forms only if its answer is clear',
  async (_what, settings, lacking) => {
    const missing: string[] = await inFrontOf(
      settings,
      async (app) => (await visit(app).read('hostCalls')).missing,
    );
    expect(missing.filter((name) => forms.includes(name)).sort()).toEqual([...lacking].sort());
    // The site itself lacks passkeys, since it has no PUBLIC_URL.
    if (lacking.length === 0) expect(missing).toEqual([contract.passkeyLogin.name]);
  },
);
