import request from 'supertest';
import { expect, test } from 'vitest';
import { withEngine } from '../../support/engines.ts';
import { openPage } from '../../support/page-forms.ts';
import { makeBlog } from '../resources/cases.ts';

const hostile = 'He said </script><script>alert(1)</script><!-- & "quotes" اردو';

withEngine('embedded', (engine) => {
  const get = (path: string, headers = {}) => openPage(engine.app, path, headers);

  test('a post stands in the HTML, and its title cannot break out of it; once deleted it is 410', async () => {
    const { id } = await makeBlog(engine, { blog_title: hostile, description: '<p>Words of the post.</p>' });
    const { text, headers } = await get(`/view-blog/${id}`);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('Words of the post.');
    expect(text).not.toContain('<script>alert(1)');
    // One script, below the text: it loads the others.
    const scripts = text.match(/<script\b(?! type="application\/(ld\+)?json")[^>]*>/g);
    expect(scripts).toEqual([
      expect.stringMatching(
        /^<script type="module" crossorigin fetchpriority="low" src="\/assets\/boot-[^"]+\.js" data-scripts="(?:\/assets\/[^" ]+ )+\/assets\/index-[^"]+">$/,
      ),
    ]);
    expect(text.indexOf('type="module"')).toBeGreaterThan(text.indexOf('Words of the post.'));
    expect(text).toMatch(/<head>.*<title>He said &lt;\/script&gt;[^<]*<\/title>.*<\/head>/s);
    expect(text.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
      expect.stringMatching(/^<link rel="stylesheet" crossorigin href="\/assets\/site-[^"]+\.css">$/),
    ]);
    const [, state = ''] = /id="page-state">([^<]*)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(state).queries).toContainEqual(
      expect.objectContaining({ queryKey: ['singlePost', String(id)] }),
    );
    const list = await get('/publishing');
    expect(list.text).toMatch(/<h1[\s\S]*He said &lt;\/script&gt;/);
    await engine.read('deleteBlog', id);
    const gone = await get(`/view-blog/${id}`).expect(410);
    expect(gone.text).toContain('We couldn’t find this post');
  });

  test.each([
    ['/view-blog/999999', 'post'],
    ['/view-blog/x', 'post'],
    ['/portfolio/Nothing', 'category'],
    ['/portfolioOne/999999', 'project'],
    ['/careers/apply/999999', 'position'],
    ['/no/such/page', 'page'],
    ['/admin/nope', 'page'],
    ['/index.html', 'page'],
    ['/Team', 'page'],
  ])('%s is 404, and says so in words: no such %s', async (path, what) => {
    const { status, text, headers } = await get(path);
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
    expect(text).toContain(`We couldn’t find this ${what}`);
    expect(text).toContain('<meta name="robots" content="noindex"');
    // React's mark for content that it left to the browser, which then reports an error.
    expect(text).not.toContain('<!--$!-->');
  });

  test('somebody with a session gets the shell, and so does the admin area; files and calls are no pages', async () => {
    const shell = await engine.admin.get('/publishing').set('accept', 'text/html');
    expect(shell.text).toContain('<div id="root"></div>');
    expect(shell.headers['set-cookie']).toBeUndefined();
    expect((await get('/admin/blogs')).text).toContain('<div id="root"></div>');
    const chunk = await get('/assets/gone-12345678.js');
    expect([chunk.status, chunk.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(chunk.text).not.toContain('<html');
    await request(engine.app.url).get('/.vite/manifest.json').expect(404);
    expect((await get('/favicon.svg')).headers['content-type']).toMatch(/svg/);
    const json = await request(engine.app.url).get('/nope').set('accept', 'application/json');
    expect([json.status, json.body.code]).toEqual([404, 'request.notFound']);
  });

  test('a page is compressed on request, has no body for HEAD, and is not sent again unchanged', async () => {
    const plain = await get('/publishing', { 'accept-encoding': 'identity' });
    for (const coding of ['br', 'gzip']) {
      const answer = await fetch(`${engine.app.url}/publishing`, {
        headers: { accept: 'text/html', 'accept-encoding': coding },
      });
      expect(answer.headers.get('content-encoding')).toBe(coding);
      expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
      // fetch decompresses the answer, which must then equal the plain page.
      expect((await answer.text()).length).toBe(plain.text.length);
    }
    const head = await request(engine.app.url).head('/publishing').set('accept', 'text/html');
    expect([head.status, head.text ?? '']).toEqual([200, '']);
    const { etag = '' } = plain.headers;
    expect(etag).toMatch(/^W\/"/);
    await get('/publishing', { 'if-none-match': etag }).expect(304);
    await get('/publishing', { 'if-none-match': '"other"' }).expect(200);
  });
});
