import type { RequestHandler } from 'express';
import type { PublicReads } from '#shared/page-bundle.ts';
import { pathTo } from '#shared/paths.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { publicContent } from '../content/public-content.ts';
import type { OpenReads } from '../public-reads.ts';
import { jobItem, postItem } from './feed-items.ts';
import { keepFor } from './keep-for.ts';
import { robotsTxt } from './robots-txt.ts';
import { rssXml } from './rss-xml.ts';
import { type MakeFile, type ServedFile, servedFile, serveFiles } from './served-file.ts';
import { sitemapEntries } from './sitemap-entries.ts';
import { sitemapXml } from './sitemap-xml.ts';
import { webManifest } from './web-manifest.ts';

export interface MachineFilesOptions {
  openReads: OpenReads;
  info: SiteInfo;
  /** Paths of the pages that need no id and can be found. */
  pages: readonly string[];
}

/** A file is made at most once in this time, however many ask; milliseconds (docs/architecture.md §5, Read cache). */
const keptMs = 10_000;
/** How long all reads for one file may take, in milliseconds. */
const readsMs = 20_000;
/** Items of a feed: who reads it weekly misses nothing. */
const feedItems = 50;

const xml = 'application/xml; charset=utf-8';
const rss = 'application/rss+xml; charset=utf-8';

/** Sitemap, robots.txt, feeds and the web manifest: what search engines, feed readers and browsers ask a site for. */
export function serveMachineFiles({ openReads, info, pages }: MachineFilesOptions): RequestHandler {
  const { site, origin } = info;
  const readAnew = (make: (reads: PublicReads) => Promise<ServedFile>): MakeFile =>
    keepFor(keptMs, (req, res) => make(openReads(req, res, { ms: readsMs, shared: true })));

  const files: Record<string, MakeFile | undefined> = {
    '/robots.txt': () => servedFile(robotsTxt(origin), 'text/plain; charset=utf-8', 3600),
    '/site.webmanifest': () =>
      servedFile(webManifest(site), 'application/manifest+json; charset=utf-8', 3600),
    '/sitemap.xml': readAnew(async (reads) =>
      servedFile(sitemapXml(origin, await sitemapEntries(reads, pages)), xml, 300),
    ),
    '/feed.xml': readAnew(async (reads) => {
      const posts = await publicContent.posts(reads, feedItems);
      const channel = {
        title: site.name,
        description: site.description,
        link: origin + pathTo('publishing'),
        self: `${origin}/feed.xml`,
      };
      return servedFile(
        rssXml(
          channel,
          posts.map((post) => postItem(post, origin)),
        ),
        rss,
        300,
      );
    }),
    '/jobs.xml': readAnew(async (reads) => {
      const jobs = await publicContent.openJobs(reads);
      const channel = {
        title: `${site.name}: open positions`,
        description: `Jobs that are open at ${site.name}.`,
        link: origin + pathTo('careersApply'),
        self: `${origin}/jobs.xml`,
      };
      const now = new Date();
      return servedFile(
        rssXml(
          channel,
          jobs.map((job) => jobItem(job, origin, now)),
        ),
        rss,
        300,
      );
    }),
  };
  return serveFiles((path) => (Object.hasOwn(files, path) ? files[path] : undefined));
}
