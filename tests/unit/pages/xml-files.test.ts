import { describe, expect, it } from 'vitest';
import { robotsTxt } from '../../../server/pages/machine-files/robots-txt.ts';
import { rssXml } from '../../../server/pages/machine-files/rss-xml.ts';
import { sitemapXml } from '../../../server/pages/machine-files/sitemap-xml.ts';
import { childrenOf, readXml, textOf } from '../../support/xml.ts';

const origin = 'https://studio.example';
const channel = { title: 'T', description: 'D', link: `${origin}/publishing`, self: `${origin}/feed.xml` };
const item = { title: 'T', description: 'D', link: `${origin}/view-blog/1`, published: undefined };

describe('the feed', () => {
  it.each([
    ['an end of an element', '</title></item></channel></rss>'],
    ['an end of a section', ']]> <![CDATA['],
    ['signs of markup', `& < > " ' &nbsp; &amp; &#0;`],
    ['Urdu', 'ہم نقش کیسے بناتے ہیں'],
    ['many characters', '😀'.repeat(255)],
  ])('keeps a title that holds %s as it is', (_story, title) => {
    const feed = readXml(rssXml({ ...channel, title }, [{ ...item, title, description: title }]));
    const [shown] = childrenOf(feed.children[0], 'item');
    expect(textOf(feed.children[0], 'title')).toBe(title);
    expect(textOf(shown, 'title')).toBe(title);
    expect(textOf(shown, 'description')).toBe(title);
  });

  it('leaves out what no XML may hold', () => {
    const title = `a\u0000b\u0008c\ud800d\ufffee`;
    const [shown] = childrenOf(readXml(rssXml(channel, [{ ...item, title }])).children[0], 'item');
    expect(textOf(shown, 'title')).toBe('abcde');
  });

  it('says when something was new, and nothing where nobody knows', () => {
    const days = ['2026-11-01T09:30:00Z', '2026-11-03T09:30:00Z'].map((day) => new Date(day));
    const items = [...days, undefined].map((published) => ({ ...item, published }));
    const [shown] = readXml(rssXml(channel, items)).children;
    expect(textOf(shown, 'lastBuildDate')).toBe('Tue, 03 Nov 2026 09:30:00 GMT');
    expect(childrenOf(shown, 'item').map((each) => textOf(each, 'pubDate'))).toEqual([
      'Sun, 01 Nov 2026 09:30:00 GMT',
      'Tue, 03 Nov 2026 09:30:00 GMT',
      undefined,
    ]);
    expect(textOf(readXml(rssXml(channel, [])).children[0], 'lastBuildDate')).toBeUndefined();
  });
});

describe('the sitemap', () => {
  it('names whole addresses and moments', () => {
    const changed = new Date('2026-11-03T09:30:00Z');
    const map = readXml(sitemapXml(origin, [{ path: '/' }, { path: "/portfolio/R&D's", changed }]));
    expect(map.attributes.xmlns).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
    expect(map.children.map((url) => [textOf(url, 'loc'), textOf(url, 'lastmod')])).toEqual([
      [`${origin}/`, undefined],
      [`${origin}/portfolio/R&D's`, '2026-11-03T09:30:00.000Z'],
    ]);
  });

  it('holds as many pages as one file may', () => {
    const entries = Array.from({ length: 50_010 }, (_, index) => ({ path: `/view-blog/${index}` }));
    expect(sitemapXml(origin, entries).match(/<url>/g)).toHaveLength(50_000);
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
