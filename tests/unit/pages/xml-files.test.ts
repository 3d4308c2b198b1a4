import { describe, expect, it } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { robotsTxt } from '../../../server/pages/machine-files/robots-txt.ts';
import { rssXml } from '../../../server/pages/machine-files/rss-xml.ts';
import { sitemapEntries } from '../../../server/pages/machine-files/sitemap-entries.ts';
import { sitemapFiles } from '../../../server/pages/machine-files/sitemap-xml.ts';
import { childrenOf, readXml, textOf } from '../../support/xml.ts';

const origin = 'https://studio.example';
const channel = {
  language: 'en' as const,
  title: 'T',
  description: 'D',
  link: `${origin}/publishing`,
  self: `${origin}/feed.xml`,
};
const item = { title: 'T', description: 'D', link: `${origin}/view-blog/1`, published: undefined };

describe('the feed', () => {
  it.each([
    ['an end of an element', '</title></item></channel></rss>'],
    ['an end of a section', ']]> <![CDATA['],
    ['signs of markup', `& < > " ' &nbsp; &amp; &#0;`],
    ['Urdu', 'ہم نقش کیسے بناتے ہیں'],
    ['many characters', '😀'.repeat(255)],
  ])('keeps a title that holds %s as it is', async (_story, title) => {
    const feed = readXml(await rssXml({ ...channel, title }, [{ ...item, title, description: title }]));
    const [shown] = childrenOf(feed.children[0], 'item');
    expect(textOf(feed.children[0], 'title')).toBe(title);
    expect(textOf(shown, 'title')).toBe(title);
    expect(textOf(shown, 'description')).toBe(title);
  });

  it('leaves out what no XML may hold', async () => {
    const title = `a\u0000b\u0008c\ud800d\ufffee`;
    const [shown] = childrenOf(readXml(await rssXml(channel, [{ ...item, title }])).children[0], 'item');
    expect(textOf(shown, 'title')).toBe('abcde');
  });

  it('says when something was new, and nothing where nobody knows', async () => {
    const days = ['2026-11-01T09:30:00Z', '2026-11-03T09:30:00Z'].map((day) => new Date(day));
    const items = [...days, undefined].map((published) => ({ ...item, published }));
    const [shown] = readXml(await rssXml(channel, items)).children;
    expect(textOf(shown, 'lastBuildDate')).toBe('Tue, 03 Nov 2026 09:30:00 GMT');
    expect(childrenOf(shown, 'item').map((each) => textOf(each, 'pubDate'))).toEqual([
      'Sun, 01 Nov 2026 09:30:00 GMT',
      'Tue, 03 Nov 2026 09:30:00 GMT',
      undefined,
    ]);
    expect(textOf(readXml(await rssXml(channel, [])).children[0], 'lastBuildDate')).toBeUndefined();
  });
});

describe('the sitemap', () => {
  const pages = (many: number) =>
    Array.from({ length: many }, (_, index) => ({ path: `/view-blog/${index}` }));
  const locations = (file: Buffer | undefined) =>
    readXml(String(file)).children.map((each) => textOf(each, 'loc')?.replace(origin, ''));

  it('names whole addresses and moments', async () => {
    const changed = new Date('2026-11-03T09:30:00Z');
    const files = await sitemapFiles(origin, [{ path: '/' }, { path: "/portfolio/R&D's", changed }]);
    expect([...files.keys()]).toEqual(['/sitemap.xml']);
    const map = readXml(String(files.get('/sitemap.xml')));
    expect(map.attributes.xmlns).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
    expect(map.children.map((url) => [textOf(url, 'loc'), textOf(url, 'lastmod')])).toEqual([
      [`${origin}/`, undefined],
      [`${origin}/portfolio/R&D's`, '2026-11-03T09:30:00.000Z'],
    ]);
  });

  it('is one file up to the number of pages that one may hold, also when there are none', async () => {
    for (const many of [0, 1, 10]) {
      const files = await sitemapFiles(origin, pages(many), { entries: 10, bytes: 100_000 });
      expect(files.size).toBe(1);
      expect(locations(files.get('/sitemap.xml'))).toEqual(pages(many).map(({ path }) => path));
    }
  });

  it.each([
    ['pages', { entries: 10, bytes: 100_000 }],
    ['bytes', { entries: 50_000, bytes: 900 }],
  ])('is an index of files past so many %s, and they have every page once', async (_what, bounds) => {
    const files = await sitemapFiles(origin, pages(1_025), bounds);
    const named = locations(files.get('/sitemap.xml'));
    expect(readXml(String(files.get('/sitemap.xml'))).name).toBe('sitemapindex');
    expect(named).toEqual(named.map((_, index) => `/sitemap-${index + 1}.xml`));
    expect([...files.keys()]).toEqual(['/sitemap.xml', ...named]);
    expect(named.flatMap((path) => locations(files.get(path ?? '')))).toEqual(
      pages(1_025).map(({ path }) => path),
    );
    for (const path of named) {
      const file = files.get(path ?? '') ?? Buffer.of();
      expect(file.length).toBeLessThanOrEqual(bounds.bytes);
      expect(locations(file).length).toBeLessThanOrEqual(bounds.entries);
    }
  });

  it('needs a second file from the 50,001st page on', async () => {
    const files = await sitemapFiles(origin, pages(50_001));
    expect([...files].map(([path, file]) => [path, String(file).match(/<loc>/g)?.length])).toEqual([
      ['/sitemap.xml', 2],
      ['/sitemap-1.xml', 50_000],
      ['/sitemap-2.xml', 1],
    ]);
  });
});

describe('the entries', () => {
  const nothing = async () => ({
    status: 200,
    body: { status: 1, data: { data: [], current_page: 1, last_page: 1, per_page: 10, total: 0 } },
  });

  it('leave out empty list pages unless the company wants them, and have its own pages', async () => {
    const site = {
      pages: { ...sampleSite.pages, team: { ...sampleSite.pages.team, always_in_menu: true } },
      own_pages: [{ path: '/ہم', title: 'About', place: 'none' as const }],
      apps: [],
    };
    const entries = [
      ...(await sitemapEntries(nothing, ['/', '/portfolio', '/team', '/apps', '/delete-account'], site)),
    ];
    expect(entries.map(({ path }) => path)).toEqual(['/', '/team', '/%DB%81%D9%85']);
  });

  /** A host with this many posts, ten on a page; page 3 also contains the last post of page 2, as if it had moved. */
  const postsOf = (many: number) => async (path: string) => {
    const [call, page] = path.split('?page=');
    const at = '2026-01-01T00:00:00.000Z';
    const ids = Array.from({ length: many }, (_, index) => index + 1);
    const from = (Number(page) - 1) * 10 - (page === '3' ? 1 : 0);
    const some = call === '/api/activeBlogs' ? ids.slice(from, from + 10) : [];
    const data = some.map((id) => ({
      ...{ id, blog_title: 'T', blog_image: null, is_active: 1, description: '' },
      ...{ created_at: at, updated_at: at },
    }));
    const last = call === '/api/activeBlogs' ? Math.ceil(many / 10) : 1;
    return {
      status: 200,
      body: {
        status: 1,
        data: { data, current_page: Number(page), last_page: last, per_page: 10, total: many },
      },
    };
  };

  it('have every post, however many pages they fill, and none twice', async () => {
    const entries = [...(await sitemapEntries(postsOf(2_345), ['/'], sampleSite))];
    expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length);
    expect(entries).toHaveLength(2_345);
    expect(entries.at(-1)?.path).toBe('/view-blog/2345');
  });

  it('fail for a list that has more pages than can be', async () => {
    await expect(sitemapEntries(postsOf(300_000), [], sampleSite)).rejects.toMatchObject({ status: 503 });
  });
});

it('robots.txt keeps crawlers out of the admin area and the calls, and names the sitemap', () => {
  expect(robotsTxt(origin).split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api/',
    '',
    'Sitemap: https://studio.example/sitemap.xml',
    '',
  ]);
});
