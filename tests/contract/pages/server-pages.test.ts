import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { withBothEngines } from '../../support/engines.ts';
import { blogForm, sendForm } from '../../support/forms.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const hostile = 'He said </script><script>alert(1)</script><!-- & "quotes" اردو';

function get(app: TestApp, path: string, headers: Record<string, string> = {}) {
  return request(app.url).get(path).set(asBrowser).set(headers);
}

/** Returns the state that the page contains, as the browser parses it. */
function stateOf(html: string): {
  queries: { queries: { queryKey: unknown[]; state: { status: string } }[] };
} {
  const [, json = ''] = /<script type="application\/json" id="page-state">([^<]*)<\/script>/.exec(html) ?? [];
  return JSON.parse(json);
}

withBothEngines((engine) => {
  test('a post stands in the HTML, and its title cannot break out of it', async () => {
    const form = await blogForm({ blog_title: hostile, description: '<p>Words of the post.</p>' });
    const { body } = await sendForm(engine.admin.post('/api/saveBlog'), form);
    expect(body.status).toBe(1);
    const list = await engine.visitor.get('/api/activeBlogs');
    const { id } = list.body.data.data[0];

    const { text, status, headers } = await get(engine.app, pathTo('viewBlog', { id }));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('Words of the post.');
    expect(text).not.toContain('<script>alert(1)');
    const scripts = text.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.filter((tag) => !/type="application\/(ld\+)?json"/.test(tag))).toEqual([
      expect.stringMatching(
        /^<script type="module" crossorigin fetchpriority="low" src="\/assets\/boot-[^"]+\.js" data-scripts="(?:\/assets\/[^" ]+ )+\/assets\/index-[^"]+">$/,
      ),
    ]);
    expect(text.indexOf('type="module"')).toBeGreaterThan(text.indexOf('Words of the post.'));
    expect(text).toMatch(/<head>.*<title>He said &lt;\/script&gt;[^<]*<\/title>.*<\/head>/s);
    expect(text.match(/<title>/g)).toHaveLength(1);
    expect(text.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
      expect.stringMatching(/^<link rel="stylesheet" crossorigin href="\/assets\/site-[^"]+\.css">$/),
    ]);
    expect(stateOf(text).queries.queries.map(({ queryKey }) => queryKey)).toContainEqual([
      'singlePost',
      String(id),
    ]);
    expect(JSON.stringify(stateOf(text))).toContain(JSON.stringify(hostile).slice(1, -1));
  });

  test('lists stand in the HTML', async () => {
    const { text } = await get(engine.app, pathTo('publishing'));
    expect(text).toContain('He said &lt;/script&gt;');
    expect(text).toContain('<h1');
  });

  test.each([
    ['/view-blog/999999', 404, 'We couldn’t find this post'],
    ['/view-blog/x', 404, 'We couldn’t find this post'],
    ['/portfolio/Nothing', 404, 'We couldn’t find this category'],
    ['/portfolioOne/999999', 404, 'We couldn’t find this project'],
    ['/careers/apply/999999', 404, 'We couldn’t find this position'],
    ['/no/such/page', 404, 'We couldn’t find this page'],
    ['/admin/nope', 404, 'We couldn’t find this page'],
  ])('%s is %i, and says so in words', async (path, status, words) => {
    const answer = await get(engine.app, path);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(words);
    expect(answer.text).toContain('<meta name="robots" content="noindex"');
    expect(answer.headers['cache-control']).toBe('no-store');
    // React's mark for content that it left to the browser, which then reports an error.
    expect(answer.text).not.toContain('<!--$!-->');
  });

  test('a deleted post is 410', async () => {
    const list = await engine.visitor.get('/api/activeBlogs');
    const { id } = list.body.data.data[0];
    await engine.admin.post(`/api/deleteBlog/${id}`);
    const answer = await get(engine.app, pathTo('viewBlog', { id }));
    expect(answer.status).toBe(410);
    expect(answer.text).toContain('We couldn’t find this post');
  });

  test('somebody with a session gets the shell: their pages may show more', async () => {
    const answer = await engine.admin.get('/publishing').set(asBrowser);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<div id="root"></div>');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('an old chunk, a file and the admin area are no pages', async () => {
    expect((await get(engine.app, '/assets/gone-12345678.js')).text).not.toContain('<html');
    expect((await get(engine.app, '/favicon.svg')).headers['content-type']).toMatch(/svg/);
    expect((await get(engine.app, '/admin/blogs')).text).toContain('<div id="root"></div>');
    const json = await request(engine.app.url).get('/nope').set('accept', 'application/json');
    expect([json.status, json.body.code]).toEqual([404, 'request.notFound']);
  });

  test('HEAD says what GET would, and every form of it is compressed on request', async () => {
    const head = await request(engine.app.url).head('/publishing').set(asBrowser);
    expect(head.status).toBe(200);
    expect(head.text ?? '').toBe('');
    const plain = await get(engine.app, '/publishing', { 'accept-encoding': 'identity' });
    for (const coding of ['br', 'gzip']) {
      const answer = await fetch(`${engine.app.url}/publishing`, {
        headers: { ...asBrowser, 'accept-encoding': coding },
      });
      expect(answer.headers.get('content-encoding')).toBe(coding);
      expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
      // fetch decompresses the answer, which must then equal the plain page.
      expect((await answer.text()).length).toBe(plain.text.length);
    }
  });

  test('a page that has not changed is not sent again', async () => {
    const first = await get(engine.app, '/publishing');
    const again = await get(engine.app, '/publishing', { 'if-none-match': first.headers.etag ?? '' });
    expect(first.headers.etag).toMatch(/^W\/"/);
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get(engine.app, '/publishing', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('security headers stand on pages as on everything', async () => {
    const { headers } = await get(engine.app, '/');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('when the API host fails', () => {
  let stub: StubUpstream;
  let app: TestApp;
  beforeAll(async () => {
    stub = await startStubUpstream();
    app = await startTestApp({ UPSTREAM_URL: stub.url, UPSTREAM_TIMEOUT_MS: '1000' });
  });
  afterAll(async () => {
    await app?.close();
    await stub?.close();
  });

  test.each([
    ['/view-blog/1', 'We can’t show this post right now'],
    ['/portfolioOne/1', 'We can’t show this project right now'],
    ['/publishing', 'Publishing'],
  ])('%s is a designed notice with 503, and no word of the host', async (path, words) => {
    stub.misbehave({ kind: 'answer', status: 500, body: 'SQLSTATE secret stack' });
    const answer = await get(app, path);
    stub.reset();
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('30');
    expect(answer.text).toContain(words);
    expect(answer.text).toContain(messages['upstream.failed']);
    expect(answer.text).not.toMatch(/SQLSTATE|127\.0\.0\.1/);
  });

  test('a host that does not answer does not hold the page', async () => {
    stub.misbehave({ kind: 'hang' });
    const answer = await get(app, '/view-blog/1');
    stub.reset();
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('We can’t show this post right now');
  });

  test('the home page stands without its posts', async () => {
    stub.misbehave({ kind: 'answer', status: 500, body: '{}' });
    const answer = await get(app, '/');
    stub.reset();
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<h1');
  });
});
