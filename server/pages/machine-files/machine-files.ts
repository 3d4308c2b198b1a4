import type { Request, RequestHandler, Response } from 'express';
import { post } from '#shared/entities/post.ts';
import type { PublicReads } from '#shared/page-bundle.ts';
import { pathTo } from '#shared/paths.ts';
import type { Site } from '#shared/schemas/site.ts';
import type { LiveInfo } from '#shared/site/site-info.ts';
import { themeOf } from '#shared/site/theme.ts';
import { directionOfLanguage } from '#shared/words/language.ts';
import { disconnectSignal } from '../../bff/upstream/exchange.ts';
import { AnswerCache } from '../../cache/answer-cache.ts';
import { assertRead, assertThat } from '../../errors.ts';
import { type ReadyAnswer, readyAnswer, sendReady } from '../../http/ready-answer.ts';
import { requestIdOf } from '../../http/requests.ts';
import { createQueue } from '../../process/work.ts';
import type { OpenReads } from '../shared-pages.ts';
import { jobsFeed, recordsFeed } from './feeds.ts';
import { sitemapXml } from './sitemap.ts';

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

/** Maximum total size of the cached files, in bytes. */
const cacheBytes = 16 * 1024 * 1024;
/** How long all reads for one file may take, in milliseconds. */
const readsMs = 30_000;
/** Number of concurrent reads for one file; few, so that the API host has capacity for visitors. */
const readsAtOnce = 4;
/** For how many seconds clients may cache a file of content, and a file of the company. */
const [contentAge, companyAge] = [300, 3600];

const plain = 'text/plain; charset=utf-8';
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
  const cache = new AnswerCache<{ prepared?: undefined; file: ReadyAnswer }>({ maxBytes: cacheBytes });

  /** Caches the file that `make` makes of the content that visitors can read. */
  function ofContent(type: string, make: (reads: PublicReads) => Promise<string>): MakeFile {
    return async (_req, res) => {
      const requestId = requestIdOf(res);
      const found = await cache.get(
        `${generation()} ${type} ${res.req.path}`,
        async () => {
          const inSlot = createQueue({ atOnce: readsAtOnce });
          const { reads, seen } = openReads.forEverybody({ requestId, ms: readsMs });
          const body = await make((path, end) => inSlot(() => reads(path, end)));
          const { endsAt } = seen;
          return {
            value: { file: servedFile(body, type, contentAge) },
            keep: 'store',
            bytes: body.length,
            endsAt,
          };
        },
        { signal: disconnectSignal(res) },
      );
      assertThat(found, 'request.notFound', 404);
      return found.value.file;
    };
  }

  const sitemap = ofContent(xml, (reads) => sitemapXml(reads, pages, info()));
  const jobs = ofContent(rss, (reads) => jobsFeed(reads, info()));
  const files: Record<string, MakeFile | undefined> = {
    '/robots.txt': () =>
      servedFile(robotsTxt(info().origin, isHidden()), plain, isHidden() ? 60 : companyAge),
    '/.well-known/security.txt': () => {
      const { origin, site } = info();
      return servedFile(securityTxt(origin, site.email, site.language, new Date()), plain, companyAge);
    },
    '/site.webmanifest': () =>
      servedFile(webManifest(info().site), 'application/manifest+json; charset=utf-8', companyAge),
    '/sitemap.xml': (req, res) => {
      assertThat(!isHidden(), 'request.notFound', 404);
      return sitemap(req, res);
    },
    '/feed.xml': ofContent(rss, (reads) =>
      recordsFeed(reads, info(), post, { page: pathTo('publishing'), self: '/feed.xml' }),
    ),
    '/jobs.xml': (req, res) => {
      assertThat(!info().site.pages.jobs.off, 'request.notFound', 404);
      return jobs(req, res);
    },
  };
  return serveFiles((path) => (Object.hasOwn(files, path) ? files[path] : undefined));
}

/**
 * Returns robots.txt (RFC 9309). Robots may read everything that visitors see. The admin area and /api are excluded
 * because they are not pages; what protects them is the session and not this file.
 */
function robotsTxt(origin: string, isHidden: boolean) {
  if (isHidden) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/**
 * How long security.txt is valid. RFC 9116 §2.5.5 recommends less than a year, so that reports are not sent to an
 * outdated address.
 */
const goodForDays = 180;
const dayMs = 86_400_000;

/**
 * Returns /.well-known/security.txt (RFC 9116), which states where to report a weakness of this site. It is valid for
 * half a year from midnight (UTC) before `now`, so that the file stays the same for a day.
 */
export function securityTxt(origin: string, email: string, language: string, now: Date) {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const lines = [
    `Contact: mailto:${encodeURI(email)}`,
    `Expires: ${new Date(today + goodForDays * dayMs).toISOString().replace('.000', '')}`,
    `Preferred-Languages: ${language === 'en' ? 'en' : `${language}, en`}`,
    // URL of the file itself, which has to use https (RFC 9116 §2.5.2).
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns the web app manifest (w3.org/TR/appmanifest): the site's name, and how it looks on a home screen. */
function webManifest({ name, short_name, description, brand, language }: Site) {
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

/** Makes the file. Throws AppError, or rejects with it, if that fails. */
type MakeFile = (req: Request, res: Response) => ReadyAnswer | Promise<ReadyAnswer>;

/** Returns a file that clients may cache for `maxAge` seconds. */
function servedFile(body: string | Buffer, type: string, maxAge: number) {
  return readyAnswer(Buffer.from(body), { type, cacheControl: `public, max-age=${maxAge}` });
}

/**
 * Answers GET and HEAD for the paths that `find` knows; other methods get 405. Other paths go to the next pass. The
 * path is not decoded, so that each file has only one address.
 */
export function serveFiles(find: (path: string) => MakeFile | undefined): RequestHandler {
  return async (req, res, next) => {
    const make = find(req.originalUrl.split('?', 1)[0] ?? '');
    if (!make) return next();
    assertRead(req.method);
    const file = await make(req, res);
    if (!res.destroyed) await sendReady(req, res, file);
  };
}
