import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { jsonInScript } from '#shared/json.ts';
import type { NoticeKind, PageBundle, PageOptions, RenderedPage } from '#shared/page-bundle.ts';
import { type LiveInfo, type SiteInfo, siteInfoId } from '#shared/site/site-info.ts';
import type { Upstream } from '../bff/upstream/upstream.ts';
import type { DiskStore } from '../cache/disk-store.ts';
import { readyAnswer, type StaticClient, sendReady } from '../http/ready-answer.ts';
import { documentOfSite, type LiveCompany, siteInfoBlock } from '../site/live-company.ts';
import { createRenderSlots, createSharedPages, type OpenReads } from './shared-pages.ts';

/**
 * Splits the built index.html once, and returns a function that puts pages into it. The only script that a page loads
 * directly is a small one at the end of the body: it fetches all other scripts once the page is painted
 * (client/boot.ts). A page without state gets no script, because there is nothing to hydrate.
 */
function documentMaker(indexHtml: string) {
  const script = /\s*<script type="module"[^>]*><\/script>/;
  if (!script.test(indexHtml)) throw new Error('index.html has no module script.');
  const bare = indexHtml
    .replace(script, '')
    // The texts of all pages; a page with scripts has its own.
    .replace(new RegExp(`\\s*<script type="application/json" id="${siteInfoId}">[^<]*</script>`), '')
    .replace(/\s*<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '')
    .replace(/\s*<title>[^<]*<\/title>/, '')
    .replace(/\s*<meta\s+name="description"[^>]*>/, '');
  const [head = '', rest = ''] = bare.split('</head>', 2);
  const [before = '', after = ''] = rest.split('<div id="root"></div>', 2);
  if (!after) throw new Error('index.html has no <div id="root"></div>.');

  return (page: RenderedPage, { styles, scripts, boot, fonts }: PageAssets) => {
    // Fonts are preloaded: the style sheet would request them one round trip later, and text would move when they
    // arrive.
    const needed = fonts.filter(({ usedBy }) => usedBy.test(page.html));
    const links = [
      ...needed.map(
        ({ file }) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`,
      ),
      ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
      page.head,
    ].join('\n    ');
    const ofScripts =
      page.state === undefined
        ? ''
        : `
    ${siteInfoBlock(page.info)}
    <script type="application/json" id="page-state">${jsonInScript(page.state)}</script>
    <script type="module" crossorigin fetchpriority="low" src="${boot}" data-scripts="${scripts.join(' ')}"></script>`;
    return `${head}  ${links}\n  </head>${before}<div id="root">${page.html}</div>${ofScripts}${after}`;
  };
}

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  /** Files that the chunk's styles refer to. */
  assets?: string[];
}

/** The built files that a browser needs for certain source files of the client, as paths on this site. */
type PageAssets = ReturnType<Awaited<ReturnType<typeof readAssets>>>;

/** Fonts that only some pages need, each with what a page that needs it contains. */
const fontsOfSomePages = [
  { name: /arabic[^/]*\.woff2$/, usedBy: /\p{Script=Arabic}/u },
  { name: /instrument-sans-italic[^/]*\.woff2$/, usedBy: /<(?:em|i|cite)[ >]/ },
];

/** Reads Vite's manifest of the browser build. Returns a function that gives the built files for source files. */
async function readAssets(clientDir: string) {
  const text = await readFile(join(clientDir, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, Chunk>;

  const built = Object.values(manifest).flatMap(({ assets = [] }) => assets);
  const fonts = fontsOfSomePages.flatMap(({ name, usedBy }) => {
    const file = built.find((path) => name.test(path));
    return file ? [{ file: `/${file}`, usedBy }] : [];
  });

  /** Script that fetches the other scripts (client/boot.ts). */
  const boot = manifest['boot.ts']?.file;
  if (!boot) throw new Error('The build lacks boot.ts.');

  return (sources: readonly string[]) => {
    const seen = new Set<string>();
    const styles = new Set<string>();
    const scripts = new Set<string>();
    const visit = (key: string) => {
      const chunk = manifest[key];
      if (!chunk || seen.has(key)) return;
      seen.add(key);
      // Imported chunks are visited first, so that the chunk's own styles come later and override theirs.
      for (const imported of chunk.imports ?? []) visit(imported);
      for (const file of chunk.css ?? []) styles.add(`/${file}`);
      scripts.add(`/${chunk.file}`);
    };
    for (const source of ['index.html', ...sources]) visit(source);
    return { styles: [...styles], scripts: [...scripts], boot: `/${boot}`, fonts };
  };
}

/** Sends a whole HTML document, compressed if the browser accepts that. */
export function sendHtml(
  req: Request,
  res: Response,
  html: string,
  { status, cacheControl }: { status: number; cacheControl: string },
) {
  const page = { type: 'text/html; charset=utf-8', cacheControl, isPacked: true };
  return sendReady(req, res.status(status), readyAnswer(Buffer.from(html), page));
}

interface PagesOptions {
  /** Folder of the built page renderer. */
  dir: string;
  client: StaticClient;
  live: Pick<LiveCompany, 'onSwap' | 'site'>;
  openReads: OpenReads;
  upstream: Pick<Upstream, 'timeoutMs' | 'breaker'>;
  publicUrl: URL;
  info: LiveInfo;
  /** index.html as it was built, before it is adapted to a company. */
  builtIndexHtml: string;
  placeholderOf: NonNullable<SiteInfo['placeholderOf']>;
  emptyPages: NonNullable<PageOptions['emptyPages']>;
  newestPost: NonNullable<PageOptions['newestPost']>;
  log: Logger;
  /** Maximum total size of the cached pages, in bytes. */
  maxBytes: number;
  /** Disk cache in which pages outlive the process; absent if there is none. */
  disk?: DiskStore;
  /** Clock of the page cache, in milliseconds. */
  now?: () => number;
}

/**
 * How long the reads of one page may take, in milliseconds. After that the page is sent without the missing content.
 */
const longestReadsMs = 5_000;

/** Text in a notice that is replaced by the id of the request. */
const requestIdMark = 'request-id-goes-here';

/** Everything that is needed to render pages. */
export type Pages = NonNullable<Awaited<ReturnType<typeof loadPages>>>;

/** Loads the page renderer. Returns undefined if only the client is built, as in development. */
export async function loadPages(options: PagesOptions) {
  const { dir, client, live, openReads, upstream, publicUrl, info, log, maxBytes, now } = options;
  const bundle = await loadBundle(dir);
  if (!bundle) return undefined;
  const assetsOf = await readAssets(client.dir);
  const prepare = async () => {
    const makeDocument = documentMaker(client.indexHtml);
    // Notices are rendered in advance, because they are sent when the server has no time to render or rendering has
    // failed.
    const makeNotice = async (kind: NoticeKind) => {
      const page = await bundle.renderNotice(kind, { info: info(), reference: requestIdMark });
      return makeDocument(page, assetsOf(page.files));
    };
    return { makeDocument, busy: await makeNotice('busy'), failed: await makeNotice('failed') };
  };
  let ofCompany = await prepare();
  live.onSwap(async () => {
    ofCompany = await prepare();
  });
  const takeSlot = createRenderSlots({ atOnce: 4, waitMs: 2_000, turnMs: 500 });
  const common = {
    /** Renders the page at a whole URL. If the host fails, the page shows an error; a rejection is a bug of this product. */
    render: (address: string, rendered: PageOptions & { info?: SiteInfo }) =>
      bundle.render(address, {
        ...rendered,
        emptyPages: options.emptyPages,
        newestPost: options.newestPost,
        info: { ...(rendered.info ?? info()), placeholderOf: options.placeholderOf },
      }),
    makeHtml: (page: RenderedPage) => ofCompany.makeDocument(page, assetsOf(page.files)),
    takeSlot,
    openReads,
    /** How long the reads of one page may take, in milliseconds. After that the page is sent without the missing content. */
    readsMs: Math.min(longestReadsMs, upstream.timeoutMs),
    origin: publicUrl.origin,
    log,
  };
  return {
    ...common,
    shared: createSharedPages({
      ...common,
      isDown: () => upstream.breaker.state !== 'closed',
      maxBytes,
      disk: options.disk,
      now,
    }),
    /** Paths of the pages that need no id, so that the sitemap can contain them. */
    paths: bundle.builtPaths,
    /** Makes a whole document for another company than the present one. */
    makeHtmlFor: (page: RenderedPage, other: SiteInfo) =>
      documentMaker(documentOfSite(options.builtIndexHtml, other))(page, assetsOf(page.files)),
    /** Whole HTML documents that are sent in place of a page: `busy` if no slot was free, `failed` if rendering failed. */
    notices: {
      get busy() {
        return ofCompany.busy;
      },
      failed: (requestId: string) => ofCompany.failed.replace(requestIdMark, () => requestId),
    },
    site: live.site,
    /** True for the path of a file of the built client. */
    isFile: (path: string) => client.files.has(path),
  };
}

/**
 * Loads the built bundle, once per process. The bundle stores nothing between pages: the content of a page is passed
 * with each call of `render`.
 */
async function loadBundle(dir: string) {
  const file = join(dir, 'entry-server.js');
  return existsSync(file) ? ((await import(pathToFileURL(file).href)) as PageBundle) : undefined;
}
