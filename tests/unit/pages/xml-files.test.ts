import { expect, it } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { rssXml } from '../../../server/pages/machine-files/rss-xml.ts';
import { sitemapEntries } from '../../../server/pages/machine-files/sitemap-entries.ts';
import { sitemapFiles } from '../../../server/pages/machine-files/sitemap-xml.ts';
import { childrenOf, readXml, textOf } from '../../support/xml.ts';

const origin = 'https://studio.example';
const feed = async (...items: { title?: string; published?: Date }[]) => {
  const texts = { title: 'T', description: 'D', link: `${origin}/publishing` };
  const whole = items.map((item) => ({ ...texts, published: undefined, ...item }));
  const [channel] = readXml(
    await rssXml({ ...texts, language: 'en', self: `${origin}/feed.xml` }, whole),
  ).children;
  const all = (name: string) => childrenOf(channel, 'item').map((each) => textOf(each, name));
  return { all, built: textOf(channel, 'lastBuildDate') };
};

it('a feed keeps titles as they are, but for what no XML may hold', async () => {
  const titles = [
    '</title></item></channel></rss>',
    ']]> <![CDATA[',
    `& < > " ' &nbsp; &#0;`,
    'ہم نقش',
    'a\u0000b\u0008c\ud800d\ufffee',
  ];
  const { all } = await feed(...titles.map((title) => ({ title })));
  expect(all('title')).toEqual([...titles.slice(0, -1), 'abcde']);
});

const pages = (many: number) => Array.from({ length: many }, (_, index) => ({ path: `/view-blog/${index}` }));
const locations = (file: Buffer | undefined) =>
  readXml(String(file)).children.map((each) => textOf(each, 'loc')?.replace(origin, ''));

it.each([
  ['pages', { entries: 10, bytes: 100_000 }],
  ['bytes', { entries: 50_000, bytes: 900 }],
])('it is an index of files past so many %s, and they have every page once', async (_what, bounds) => {
  expect((await sitemapFiles(origin, pages(10), bounds)).size).toBe(1);
  const files = await sitemapFiles(origin, pages(1_025), bounds);
  const named = locations(files.get('/sitemap.xml'));
  expect([...files.keys()]).toEqual(['/sitemap.xml', ...named]);
  expect(named.flatMap((path) => locations(files.get(path ?? '')))).toEqual(
    pages(1_025).map(({ path }) => path),
  );
  for (const path of named) expect(files.get(path ?? '')?.length).toBeLessThanOrEqual(bounds.bytes);
});

/** A host with this many posts, ten on a page; page 3 also contains the last post of page 2, as if it had moved. */
const postsOf = (many: number) => async (path: string) => {
  const [call, page] = path.split('?page=');
  const at = '2026-01-01T00:00:00.000Z';
  const posts = Array.from({ length: call === '/api/activeBlogs' ? many : 0 }, (_, index) => ({
    ...{
      id: index + 1,
      blog_title: 'T',
      blog_image: null,
      is_active: 1,
      description: '',
      created_at: at,
      updated_at: at,
    },
  }));
  const from = (Number(page) - 1) * 10 - (page === '3' ? 1 : 0);
  const last_page = Math.max(1, Math.ceil(posts.length / 10));
  const data = {
    data: posts.slice(from, from + 10),
    current_page: Number(page),
    last_page,
    per_page: 10,
    total: many,
  };
  return { status: 200, body: { status: 1, data } };
};
const entriesOf = async (many: number, paths: string[], more: object = {}) => {
  const entries = await sitemapEntries(postsOf(many), paths, { ...sampleSite, ...more });
  return [...entries].map(({ path }) => path);
};

it('every post is there, however many pages they fill, and none twice', async () => {
  const paths = await entriesOf(2_345, ['/']);
  expect([paths.length, new Set(paths).size, paths.at(-1)]).toEqual([2_345, 2_345, '/view-blog/2345']);
});
