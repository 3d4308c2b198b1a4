import { beforeEach, expect, test } from 'vitest';
import { openPage } from '../../support/page-forms.ts';
import { pagesWithData, publicData } from '../../support/public-pages.ts';
import { stubSite } from '../../support/stub-site.ts';

/** Checks that the page has the site's layout and styles, no word of the host, and nothing that would load forever. */
function expectDesigned(html: string) {
  expect(html).toMatch(/<link rel="stylesheet".*<nav.*<h1.*<footer/s);
  expect(html).not.toMatch(/Loading|aria-busy="true"|SQLSTATE|127\.0\.0\.1/);
}

/** Clock of the breaker, in milliseconds; advanced so that the breaker is closed again in the next test. */
let now = 0;
const site = stubSite(
  // Longer than the wait for a slot, so that the breaker is not open before.
  { UPSTREAM_TIMEOUT_MS: '2500', TRUST_PROXY: 'loopback' },
  { cache: { maxBytes: 0, now: () => now } },
);
const failed = { kind: 'answer', status: 500, body: 'SQLSTATE secret' } as const;

/** Forgets the failures of the host so far. */
async function beginAnew() {
  site.stub.reset();
  site.stub.fill(publicData());
  now += 10 * 60_000;
  await fetch(`${site.app.url}/storage/none.png`);
  site.stub.requests.length = 0;
}
beforeEach(beginAnew);

test.each(pagesWithData)(
  '$path is whole while the host answers, lacks a section without a call that only fills it, and is a notice without its main call',
  async ({ path, always, main, side }) => {
    const whole = await openPage(site.app, path);
    expect([whole.status, whole.headers['cache-control']]).toEqual([200, 'no-cache']);
    expectDesigned(whole.text);
    const all = [always, ...Object.values(main), ...Object.values(side)];
    for (const words of all) expect(whole.text).toMatch(new RegExp(words));

    for (const [call, section] of Object.entries(side)) {
      await beginAnew();
      site.stub.misbehave(failed, { path: call });
      const { status, text, headers } = await openPage(site.app, path);
      expect([call, status, headers['cache-control'], headers.etag]).toEqual([
        call,
        200,
        'no-store',
        undefined,
      ]);
      expectDesigned(text);
      for (const words of [always, ...Object.values(main)]) expect(text).toContain(words);
      const [, shown = ''] = /<main[^>]*>(.*)<\/main>/s.exec(text) ?? [];
      expect(shown).not.toMatch(new RegExp(`${section}|cannot be shown|Try again`));
    }
    for (const call of [...Object.keys(main), undefined]) {
      await beginAnew();
      site.stub.misbehave(failed, call === undefined ? {} : { path: call });
      const { status, text, headers } = await openPage(site.app, path);
      const isNotice = Object.keys(main).length > 0;
      const expected = isNotice ? [503, '30'] : [200, undefined];
      expect([call, status, headers['retry-after']]).toEqual([call, ...expected]);
      expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined]);
      expectDesigned(text);
      if (call === undefined) expect(text).toContain(always);
      if (isNotice) expect(text).toContain('We can’t show');
    }
  },
);

test('pages that are made at the same time have each their own reads and data, and the address of their visitor', async () => {
  const { stub, app } = site;

  const releases: (() => void)[] = [];
  const visits = { '/view-blog/1': '/api/singlePost/1', '/portfolioOne/1': '/api/getSingleProject/1' };
  const pages = Object.entries(visits).map(([path, call], index) => {
    releases.push(stub.hold(call));
    const headers = {
      'x-request-id': `id-of-page-${index}`,
      'x-forwarded-for': `203.0.113.${index}`,
      cookie: 'a=b',
    };
    return openPage(app, path, headers).then((page) => page);
  });
  for (const call of Object.values(visits)) await expect.poll(() => stub.requestsTo(call)).toHaveLength(1);
  for (const release of releases) release();
  const [post, project] = await Promise.all(pages);
  for (const seen of stub.requests) {
    const isOfProject = /getSingleProject|getSingleCategory|getProjects/.test(seen.url);
    const names = ['x-request-id', 'x-forwarded-for', 'accept', 'cookie'];
    const at = isOfProject ? 1 : 0;
    expect([seen.url, ...names.map((name) => seen.header(name))]).toEqual([
      seen.url,
      `id-of-page-${at}`,
      `203.0.113.${at}`,
      'application/json',
      undefined,
    ]);
  }
  const keysOf = (html = '') => {
    const state = JSON.parse(/id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
    return new Set(state.queries.map(({ queryKey }: { queryKey: string[] }) => queryKey[0]));
  };
  // The footer of a page that reads the posts has the newest one.
  expect(keysOf(post?.text)).toEqual(new Set(['singlePost', 'activeBlogs', 'news']));
  expect(keysOf(project?.text)).toEqual(new Set(['getSingleProject', 'getSingleCategory', 'getProjects']));
  expect(post?.text).toMatch(/^(?!.*It moves\.).*The words\./s);
  expect(project?.text).toMatch(/^(?!.*The words\.).*It moves\./s);
});

test('more than a silent host lets through are told to come back, in the frame of the site', async () => {
  const { stub, app } = site;
  stub.misbehave({ kind: 'hang' });
  const answers = await Promise.all(Array.from({ length: 60 }, () => openPage(app, '/publishing')));
  for (const { status, text, headers } of answers) {
    expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
    expectDesigned(text);
  }
  const busy = answers.filter(({ headers }) => headers['retry-after'] === '10');
  expect(busy.length).toBeGreaterThan(0);
  expect(busy.length).toBeLessThan(60);
  const id = busy[0]?.headers['x-request-id'];
  expect(app.logLines.find((line) => line.id === id && line.msg === 'request')).toMatchObject({
    code: 'answer.busy',
    why: [{ cause: 'no_slot' }],
  });
  // The client does not take over such a page: it contains no state.
  for (const { text } of busy)
    expect(text).toMatch(/^(?!.*(type="module"|id="page-state")).*Back in a moment/s);
});
