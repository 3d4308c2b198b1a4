import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { pathTo } from '#shared/paths.ts';
import { withEngine } from '../../support/engines.ts';
import { makeBlog } from '../resources/cases/blogs.ts';

const footer = /<footer\b.*<\/footer>/s;

withEngine('embedded', (engine) => {
  const footerOf = async (path: string) => footer.exec((await engine.visitor.get(path)).text)?.[0] ?? '';

  it('links to the newest post on every page, with its date in words', async () => {
    expect(await footerOf(pathTo('contact'))).not.toContain('/view-blog/');
    await makeBlog(engine, { blog_title: 'Older', is_active: '1' });
    const { id } = await makeBlog(engine, { blog_title: 'Newer', is_active: '1' });
    for (const path of [pathTo('contact'), pathTo('privacyPolicy'), pathTo('publishing')]) {
      await expect
        .poll(() => footerOf(path), { message: path })
        .toMatch(
          new RegExp(
            `>Latest post</h2>.*href="/view-blog/${id}"[^>]*><bdi[^>]*>Newer</bdi></a><span>\\d+ \\w{3}<`,
          ),
        );
    }
    const deleted = await engine.admin.post(callPath(contract.deleteBlog, { id }));
    expect(deleted.status, deleted.text).toBe(200);
    await expect.poll(() => footerOf(pathTo('contact'))).toContain('>Older</bdi></a>');
  });

  it('has none of a company that does not show its posts on the home page', async () => {
    await makeBlog(engine, { blog_title: 'Shown', is_active: '1' });
    await expect.poll(() => footerOf(pathTo('contact'))).toContain('>Shown</bdi></a>');
    const { body } = await engine.admin.get(callPath(contract.getSite));
    const site = {
      name: 'Mahr',
      email: 'mahr@studio.example',
      pages: { home: { latest_posts: { show: false } } },
    };
    const { updated_at } = body.data;
    const saved = await engine.admin.post(callPath(contract.updateSite)).send({ site, updated_at });
    expect(saved.status, saved.text).toBe(200);
    expect(await footerOf(pathTo('contact'))).not.toContain('/view-blog/');
  });
});

withEngine('stub', (engine) => {
  const footerOf = async (path: string) => footer.exec((await engine.visitor.get(path)).text)?.[0] ?? '';

  it('links to the newest post only where the page reads the posts, so that no page needs a call more', async () => {
    const { id } = await makeBlog(engine, { blog_title: 'Newest', is_active: '1' });
    expect(await footerOf(pathTo('publishing'))).toContain(`/view-blog/${id}`);
    const posts = () => engine.stub?.requests.filter(({ url }) => url.startsWith('/api/activeBlogs')).length;
    const before = posts();
    expect(await footerOf(pathTo('contact'))).not.toContain('/view-blog/');
    expect(posts()).toBe(before);
  });
});
