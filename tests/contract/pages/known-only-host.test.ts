// @module-tag deep/hosts: in front of a host with the known calls only; absent-forms asks one in npm test
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { categoryForm, withTexts } from '../../support/forms.ts';
import { openPage, pageForms } from '../../support/page-forms.ts';
import { pagesWithData, pagesWithoutData } from '../../support/public-pages.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import type { Misbehaviour } from '../../support/stub/misbehaviour.ts';
import { type StubSettings, type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

const known = [
  'addProjectCategory getProjectCategory getSingleCategory singlePost blogs saveBlog editBlog deleteBlog',
  'addProject updateProjectCategory deleteTechImage',
].flatMap((names) => names.split(' '));

/** Starts a host that has only the known calls of docs/calls.md, with 25 posts, of which every third is inactive. */
async function startKnownOnlyHost(settings: StubSettings = {}) {
  const host = await startStubUpstream({ lacks: (name) => !known.includes(name), isOpen: true, ...settings });
  host.fill({
    blogs: Array.from({ length: 25 }, (_, index) => {
      const id = index + 1;
      const is_active = Number(id % 3 !== 0);
      const created_at = new Date(Date.UTC(2026, 0, id)).toISOString();
      const description = `<p>Words of ${id}.</p><script>alert(${id})</script>`;
      const blog_title = `${is_active ? 'Known' : 'Hidden'} post ${id}`;
      return { id, blog_title, description, is_active, created_at, updated_at: created_at };
    }),
  });
  return host;
}

const mainOf = async (app: { url: string }, path: string) =>
  /<main[^>]*>(.*)<\/main>/s.exec((await openPage(app, path)).text)?.[1] ?? '';

/** Does something with the product in front of another host. */
async function inFrontOf<Value>(
  {
    misbehaviour,
    ...settings
  }: StubSettings & { misbehaviour?: [Misbehaviour, method?: string, path?: string] },
  work: (app: TestApp, host: StubUpstream) => Promise<Value>,
) {
  const host = await startKnownOnlyHost(settings);
  if (misbehaviour) host.misbehave(misbehaviour[0], { method: misbehaviour[1], path: misbehaviour[2] });
  const app = await startTestApp({ UPSTREAM_URL: host.url });
  try {
    return await work(app, host);
  } finally {
    await app.close();
    await host.close();
  }
}

describe('a host with the known calls only', () => {
  let host: StubUpstream;
  let app: TestApp;
  beforeAll(async () => {
    host = await startKnownOnlyHost();
    app = await startTestApp({ UPSTREAM_URL: host.url });
    const { agent } = await signIn(app, host.admin);
    await agent.read('addProjectCategory', withTexts(await categoryForm(), { title: 'Film' }));
    host.requests.splice(0);
  });
  afterAll(async () => {
    await app?.close();
    await host?.close();
  });
  const postsOf = (page: number) => visit(app).read('activeBlogs', { page });

  test('its pages have no bare error, no word of the host and no form, from the first visit on; it is asked a few times', async () => {
    const forms = Object.values(pageForms).map(({ path }) => path);
    await Promise.all([...forms, ...forms].map((path) => openPage(app, path)));
    const probes = host.requests.filter(({ url }) => !/formToken|jobs/.test(url));
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
      const { agent } = await signIn(fresh, other.admin);
      expect((await agent.read('activeBlogs', 'page=1')).total).toBe(17);
      const asked = other.requestsTo('/api/blogs').map(({ header }) => header('authorization'));
      expect(new Set(asked)).toEqual(new Set([undefined]));
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
    await openPage(app, '/publishing?page=3').expect(404);
    expect((await openPage(app, '/sitemap.xml')).text).toMatch(/^(?!.*view-blog\/24).*\/view-blog\/25/s);
    // Those that are not active are shown to nobody without a session.
    for (const id of [3, 6, 9]) {
      await visit(app).call('singlePost', id).expect(404);
      await openPage(app, `/view-blog/${id}`).expect(404);
    }
    const { agent } = await signIn(app, host.admin);
    expect((await agent.read('singlePost', 3)).blog_title).toBe('Hidden post 3');
  });
});

test('a host that wants a token for its posts has none for visitors', () =>
  inFrontOf({ isOpen: false }, async (app) => {
    expect(await mainOf(app, '/publishing')).toContain('Nothing published yet');
  }));

const forms = ['contactUs', 'applyJob', 'applyJobFor', 'requestAccountDeletion'];
const lacksAllButContact = (name: string) => ![...known, 'contactUs'].includes(name);
const allowed = (allow: string): [Misbehaviour, string, string] => [
  { kind: 'answer', status: 200, headers: { allow } },
  'OPTIONS',
  contract.contactUs.path,
];
test.each<[string, Parameters<typeof inFrontOf>[0], string[]]>([
  ['says so', {}, forms],
  ['has one of them', { lacks: lacksAllButContact }, forms.slice(1)],
  ['answers OPTIONS with nothing', { misbehaviour: [{ kind: 'answer', status: 204 }, 'OPTIONS'] }, []],
  ['allows to post one of them', { misbehaviour: allowed('GET, HEAD, POST') }, forms.slice(1)],
  [
    'allows only to get one that it has',
    { lacks: lacksAllButContact, misbehaviour: allowed('GET, HEAD') },
    forms,
  ],
  [
    'answers everything with 200',
    { misbehaviour: [{ kind: 'answer', status: 200, body: '<h1>The app' }] },
    [],
  ],
  ['has no calls left', { misbehaviour: [{ kind: 'answer', status: 429 }] }, []],
  ['never answers', { misbehaviour: [{ kind: 'hang' }] }, []],
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
