import { expect, it } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { securityTxt } from '../../../server/pages/machine-files/machine-files.ts';
import { sitemapXml } from '../../../server/pages/machine-files/sitemap.ts';
import { xmlText } from '../../../server/pages/machine-files/xml.ts';
import { readXml, textOf } from '../../support/xml.ts';

const origin = 'https://studio.example';

it('a text is as it is in XML, but for what no XML may hold', () => {
  expect(xmlText(`]]> <a b="c">'&nbsp; &#0;`)).toBe(
    ']]&gt; &lt;a b=&quot;c&quot;&gt;&apos;&amp;nbsp; &amp;#0;',
  );
  expect(xmlText('ہم\u0000 b\u0008c\ud800d\ufffee 🎬')).toBe('ہم bcde 🎬');
});

/** A host with this many posts, ten on a page; page 3 also contains the last post of page 2, as if it had moved. */
const postsOf = (many: number) => async (path: string) => {
  const [call, page] = path.split('?page=');
  const at = '2026-01-01T00:00:00.000Z';
  const post = { blog_title: 'T', blog_image: null, is_active: 1, description: '', created_at: at };
  const posts = Array.from({ length: call === '/api/activeBlogs' ? many : 0 }, (_, index) => ({
    ...post,
    id: index + 1,
    updated_at: at,
  }));
  const from = (Number(page) - 1) * 10 - (page === '3' ? 1 : 0);
  const data = {
    data: posts.slice(from, from + 10),
    current_page: Number(page),
    last_page: Math.max(1, Math.ceil(posts.length / 10)),
    per_page: 10,
    total: many,
  };
  return { status: 200, body: { status: 1, data } };
};

it('every post is in the sitemap, however many pages they fill, and none twice', async () => {
  const text = await sitemapXml(postsOf(2_345), ['/'], { site: { ...sampleSite, own_pages: [] }, origin });
  const paths = readXml(text).children.map((each) => textOf(each, 'loc')?.replace(origin, ''));
  expect([paths.length, new Set(paths).size, paths.at(-1)]).toEqual([2_345, 2_345, '/view-blog/2345']);
});

it('security.txt has the fields of RFC 9116, and expires in half a year', () => {
  const now = new Date('2026-11-22T23:59:59.999Z');
  expect(securityTxt(origin, 'hello@studio.example', 'en', now)).toBe(
    [
      'Contact: mailto:hello@studio.example',
      'Expires: 2027-05-21T00:00:00Z',
      'Preferred-Languages: en',
      'Canonical: https://studio.example/.well-known/security.txt',
      '',
    ].join('\n'),
  );
});

it('it names no address of http, and no address breaks its lines', () => {
  const text = securityTxt('http://localhost:3000', 'a\nContact: mailto:evil@example.com', 'ur', new Date(0));
  expect(text).not.toContain('Canonical');
  expect(text.match(/^Contact:/gm)).toHaveLength(1);
});
