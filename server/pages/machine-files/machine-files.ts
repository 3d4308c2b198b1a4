import type { Request, RequestHandler, Response } from 'express';
import { momentOf } from '#shared/dates.ts';
import {
  formatClosing,
  formatEmployment,
  formatJobLocation,
  formatPublicSalary,
} from '#shared/job-labels.ts';
import type { PublicReads } from '#shared/page-bundle.ts';
import { pathTo } from '#shared/paths.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import type { Site } from '#shared/schemas/site.ts';
import type { LiveInfo, SiteInfo } from '#shared/site/site-info.ts';
import { themeOf } from '#shared/site/theme.ts';
import { summaryText } from '#shared/summary-text.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { directionOfLanguage } from '#shared/words/language.ts';
import { AppError, assertThat } from '../../errors.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { createQueue } from '../../queue.ts';
import { publicContent } from '../content/public-content.ts';
import type { OpenReads } from '../public-reads.ts';
import { memoizeFor } from './memoize-for.ts';
import { type RssItem, rssXml } from './rss-xml.ts';
import { securityTxt } from './security-txt.ts';
import { type MakeFile, servedFile, serveFiles } from './served-file.ts';
import { sitemapEntries } from './sitemap-entries.ts';
import { sitemapFiles } from './sitemap-xml.ts';

/** Maximum length of a post's summary in a feed, in characters. */
const summaryLength = 300;

function postItem(post: Blog, origin: string): RssItem {
  return {
    title: post.blog_title,
    description: summaryText(post.description, summaryLength),
    link: origin + pathTo('viewBlog', { id: post.id }),
    published: momentOf(post.created_at),
  };
}

/**
 * Returns the feed item of a job. Its description is a line of facts, because lists of jobs do not contain their
 * descriptions.
 */
function jobItem(job: ListedJob, { origin, site }: Pick<SiteInfo, 'origin' | 'site'>, now: Date): RssItem {
  const words = wordsOf(site.language);
  const facts = [
    job.department,
    formatJobLocation(job, words),
    formatEmployment(job, words),
    formatPublicSalary(job, words),
    formatClosing(job, now, site.time_zone, words),
  ];
  return {
    title: job.title,
    description: facts.filter(Boolean).join(' · '),
    link: origin + pathTo('careersApplyJob', { jobId: job.id }),
    published: momentOf(job.posted_at ?? job.created_at),
    category: job.department,
  };
}

/**
 * Returns robots.txt (RFC 9309). Robots may read everything that visitors see. The admin area and /api are excluded
 * because they are not pages; what protects them is the session and not this file.
 */
function robotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** robots.txt of a site that search engines must not index. */
const robotsTxtOfHidden = 'User-agent: *\nDisallow: /\n';

interface MachineFilesOptions {
  openReads: OpenReads;
  info: LiveInfo;
  /** True while search engines must not index the site. */
  isHidden: () => boolean;
  /** Paths of the pages that need no id and that search engines may index. */
  pages: readonly string[];
  /** Returns a number that changes with every admin write through this server. */
  generation: () => number;
}

/**
 * How long files are cached, in milliseconds (server/cache/README.md). While a file is refreshed, the stale one is
 * served. The first file from a slow host may take minutes: a caller waits only `firstMs` for it, and then gets an
 * error with Retry-After.
 */
const keptTimes = { freshMs: 10_000, staleMs: 60_000, waitMs: 1_000, firstMs: 8_000 };
/** How long all reads for one file may take, in milliseconds. */
const readsMs = 10 * 60_000;
/** Number of concurrent reads for one file; few, so that the API host has capacity for visitors. */
const readsAtOnce = 4;
/** Number of items in a feed. It is large enough that someone who reads the feed once a week misses nothing. */
const feedItems = 50;

const xml = 'application/xml; charset=utf-8';
const rss = 'application/rss+xml; charset=utf-8';

/** Serves the sitemap, robots.txt, feeds and the web manifest, for search engines, feed readers and browsers. */
export function serveMachineFiles({
  openReads,
  info,
  isHidden,
  pages,
  generation,
}: MachineFilesOptions): RequestHandler {
  /** Caches the result of `make`, which reads content: one file, or several files that belong together. */
  function readAnew<Made>(make: (reads: PublicReads) => Promise<Made>) {
    const endOf = ({ endsAt }: { endsAt: number }) => endsAt;
    const find = memoizeFor({ ...keptTimes, late: tooLate, generation, endOf }, async (requestId: string) => {
      const inSlot = createQueue({ atOnce: readsAtOnce });
      // This signal never fires: the result is shared, so the work continues after the first caller has left.
      const signal = new AbortController().signal;
      const { reads, seen } = openReads.forEverybody({ requestId, ms: readsMs, signal });
      const made = await make((path, end) => inSlot(() => reads(path, end)));
      return { made, endsAt: seen.endsAt };
    });
    return async (_req: Request, res: Response) => (await find(requestIdOf(res))).made;
  }

  const sitemap = readAnew(async (reads) => {
    const { site, origin } = info();
    const made = await sitemapFiles(origin, await sitemapEntries(reads, pages, site));
    return new Map([...made].map(([path, body]) => [path, servedFile(body, xml, 300)]));
  });
  const sitemapFile =
    (path: string): MakeFile =>
    async (req, res) => {
      assertThat(!isHidden(), 'request.notFound', 404);
      const file = (await sitemap(req, res)).get(path);
      assertThat(file, 'request.notFound', 404);
      return file;
    };

  const jobsFeed = readAnew(async (reads) => {
    const now = new Date();
    const { site, origin } = info();
    const words = wordsOf(site.language);
    const items = await itemsOf(publicContent.openJobs(reads), (job) => jobItem(job, { origin, site }, now));
    const channel = {
      language: site.language,
      title: words('feed.jobs', { name: site.name }),
      description: words('feed.jobsText', { name: site.name }),
      link: origin + pathTo('careersApply'),
      self: `${origin}/jobs.xml`,
    };
    return servedFile(await rssXml(channel, items), rss, 300);
  });

  const files: Record<string, MakeFile | undefined> = {
    '/robots.txt': () =>
      isHidden()
        ? servedFile(robotsTxtOfHidden, 'text/plain; charset=utf-8', 60)
        : servedFile(robotsTxt(info().origin), 'text/plain; charset=utf-8', 3600),
    '/.well-known/security.txt': () => {
      const { origin, site } = info();
      const body = securityTxt(origin, site.email, site.language, new Date());
      return servedFile(body, 'text/plain; charset=utf-8', 3600);
    },
    '/site.webmanifest': () =>
      servedFile(webManifest(info().site), 'application/manifest+json; charset=utf-8', 3600),
    '/sitemap.xml': sitemapFile('/sitemap.xml'),
    '/feed.xml': readAnew(async (reads) => {
      const { site, origin } = info();
      const items = await itemsOf(publicContent.posts(reads, feedItems), (post) => postItem(post, origin));
      const channel = {
        language: site.language,
        title: site.name,
        description: site.description,
        link: origin + pathTo('publishing'),
        self: `${origin}/feed.xml`,
      };
      return servedFile(await rssXml(channel, items), rss, 300);
    }),
    '/jobs.xml': (req, res) => {
      assertThat(!info().site.pages.jobs.off, 'request.notFound', 404);
      return jobsFeed(req, res);
    },
  };
  return serveFiles((path) => {
    if (numbered.test(path)) return sitemapFile(path);
    return Object.hasOwn(files, path) ? files[path] : undefined;
  });
}

/** Matches the path of one part of a sitemap that is too large for one file. */
const numbered = /^\/sitemap-[1-9][0-9]{0,4}\.xml$/;

function tooLate(): AppError {
  return new AppError('upstream.timeout', 503, { headers: { 'Retry-After': '30' } });
}

/** Converts the items page by page, so that other requests are handled in between. */
async function itemsOf<Item>(
  pages: AsyncIterable<readonly Item[]>,
  itemOf: (item: Item) => RssItem,
): Promise<RssItem[]> {
  const items: RssItem[] = [];
  for await (const page of pages) items.push(...page.map(itemOf));
  return items;
}

/** Returns the web app manifest (w3.org/TR/appmanifest): the site's name, and how it looks on a home screen. */
function webManifest({ name, short_name, description, brand, language }: Site): string {
  // A manifest can contain only one theme, so it uses the light one.
  const { bg } = themeOf(brand.colors).light;
  const icon = (src: string, size: number, purpose: string) => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    id: '/',
    name,
    short_name,
    description,
    lang: language,
    dir: directionOfLanguage(language),
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: bg,
    theme_color: bg,
    icons: [
      icon('/icon-192.png', 192, 'any'),
      icon('/icon-512.png', 512, 'any'),
      icon('/icon-maskable-512.png', 512, 'maskable'),
    ],
  });
}
