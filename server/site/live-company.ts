import type { RequestHandler } from 'express';
import { jsonInScript } from '#shared/json.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import { type LiveInfo, type SiteInfo, siteInfoId, siteInfoPath } from '#shared/site/site-info.ts';
import { themeNames, themeOf, themeStyle } from '#shared/site/theme.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { directionOfLanguage } from '#shared/words/language.ts';
import { isLoopback } from '../config.ts';
import { type ReadyAnswer, readyAnswer, type StaticClient } from '../http/ready-answer.ts';
import type { LoadedCompany } from './load-site.ts';

/** How many pictures of earlier companies and of previews are served, since open pages still show them. */
const earlierFiles = 24;

/** The company of a running site, which an owner can change while the site runs. */
export type LiveCompany = ReturnType<typeof createLiveCompany>;

/** Creates the live company. `builtFiles` are the files of the built client. */
export function createLiveCompany(first: LoadedCompany, builtFiles: ReadonlyMap<string, ReadyAnswer>) {
  let current = first;
  const files = new Map([...builtFiles, ...first.files]);
  const listeners: (() => unknown)[] = [];
  /** Paths of pictures that the current company does not have, the oldest first. */
  const lent = new Set<string>();

  function lendFile(path: string, file: ReadyAnswer) {
    files.set(path, file);
    lent.delete(path);
    lent.add(path);
    for (const oldest of lent) {
      if (lent.size <= earlierFiles) break;
      lent.delete(oldest);
      files.delete(oldest);
    }
  }

  return {
    site: (() => current.site) as LiveSite,
    /** Returns the company as it is now, with its own texts. */
    now: () => current,
    /** The files of the site (the built client and the company's own), by path. The map is changed by `swap`. */
    files,
    /** Calls `listener` after each swap; a swap ends when all listeners have. */
    onSwap(listener: () => unknown) {
      listeners.push(listener);
    },
    /** Replaces the company. */
    async swap(next: LoadedCompany) {
      const before = current;
      current = next;
      for (const [path, file] of before.files) {
        if (next.files.has(path)) continue;
        // Icons have the same paths in every company, so only the present ones are served.
        if (hasHash(path)) lendFile(path, file);
        else files.delete(path);
      }
      for (const [path, file] of next.files) {
        lent.delete(path);
        files.set(path, file);
      }
      await Promise.all(listeners.map((listener) => listener()));
    },
    /** Serves the pictures of a company that is only previewed. */
    lend(given: LoadedCompany['files']) {
      for (const [path, file] of given) if (hasHash(path) && !current.files.has(path)) lendFile(path, file);
    },
  };
}

/** True for the path of a picture that contains a hash of its bytes (`/brand/…`), so that it never changes. */
function hasHash(path: string) {
  return path.startsWith('/brand/');
}

/**
 * Returns a function that is true while search engines must not index the site: it shows the invented company at a
 * public address (PUBLIC_URL). The first save of a company ends this.
 */
export function hidesSample(address: URL | undefined, company: Pick<LiveCompany, 'now'>) {
  const isPublic = address !== undefined && !isLocal(address.hostname);
  return () => isPublic && company.now().isSample;
}

/** True for addresses that no search engine can reach. Names in `.localhost` are those of this machine (RFC 6761 §6.3). */
function isLocal(hostname: string) {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}

/** Tells search engines not to index any answer while `isHidden` returns true. */
export function hideSample(isHidden: () => boolean): RequestHandler {
  return (_req, res, next) => {
    // Pages by link say more than this already.
    if (isHidden() && !res.hasHeader('X-Robots-Tag')) res.setHeader('X-Robots-Tag', 'noindex');
    next();
  };
}

const root = '<div id="root"></div>';

/**
 * Returns the built client for the live company: index.html is adapted to the company, also after a swap, and the
 * company's files are added.
 */
export function clientOfSite(
  client: StaticClient,
  info: LiveInfo,
  live: Pick<LiveCompany, 'files' | 'onSwap'>,
): StaticClient {
  let shell: ReturnType<typeof shellOf>;
  const renew = () => {
    shell = shellOf(client, info());
    live.files.set(siteInfoPath, shell.info);
  };
  live.onSwap(renew);
  renew();
  return {
    dir: client.dir,
    files: live.files,
    get indexHtml() {
      return shell.indexHtml;
    },
    get shell() {
      return shell.file;
    },
  };
}

function shellOf(client: StaticClient, info: SiteInfo) {
  const indexHtml = documentOfSite(client.indexHtml, info);
  return {
    indexHtml,
    file: readyAnswer(Buffer.from(indexHtml), { ...client.shell, isPacked: true }),
    info: readyAnswer(Buffer.from(`export default ${jsonInScript(info)};`), {
      type: 'text/javascript; charset=utf-8',
      cacheControl: 'no-cache',
      isPacked: true,
    }),
  };
}

/** Returns the data of the company for the scripts of a document. */
export function siteInfoBlock(info: SiteInfo) {
  return `<script type="application/json" id="${siteInfoId}">${jsonInScript(info)}</script>`;
}

/**
 * Returns index.html for this company, with its title, description, icons and colours, and with data for the scripts.
 * The data is in a data block and the colours in a style attribute, both of which the content security policy
 * permits.
 */
export function documentOfSite(indexHtml: string, info: SiteInfo) {
  const { name, description, brand, language } = info.site;
  const words = wordsOf(language);
  const theme = themeOf(brand.colors);
  const tags = [
    ...themeNames.map(
      (each) =>
        `<meta name="theme-color" content="${theme[each].bg}" media="(prefers-color-scheme: ${each})" />`,
    ),
    '<link rel="icon" href="/favicon.ico" sizes="16x16 32x32 48x48" />',
    `<link rel="icon" href="${brand.favicon.src}" type="${brand.favicon.type}" sizes="any" />`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png" />',
  ];
  // Functions are used as replacements, because a text with `$&` would have a special meaning.
  return indexHtml
    .replace(
      /<html(?: lang="en")?/,
      () =>
        `<html lang="${language}"${directionOfLanguage(language) === 'rtl' ? ' dir="rtl"' : ''}${brand.colors ? ` style="${themeStyle(brand.colors)}"` : ''}`,
    )
    .replace(/\s*<link [^>]*\/jobs\.xml"[^>]*>/, (link) => (info.site.pages.jobs.off ? '' : link))
    .replace('title="Posts"', () => `title="${words('frame.feed')}"`)
    .replace('title="Open positions"', () => `title="${words('frame.jobsFeed')}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(name)}</title>`)
    .replace(
      /<meta\s+name="description"[^>]*>/,
      () => `<meta name="description" content="${escaped(description)}" />`,
    )
    .replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)
    .replace(root, () => `${root}\n    ${siteInfoBlock(info)}`);
}

function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
