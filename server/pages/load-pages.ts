import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { NoticeKind, PageBundle, PageOptions, RenderedPage } from '#shared/page-bundle.ts';
import type { LiveInfo, SiteInfo } from '#shared/site/site-info.ts';
import type { Upstream } from '../bff/upstream/upstream.ts';
import type { DiskStore } from '../cache/disk-store.ts';
import type { StaticClient } from '../http/static-client.ts';
import type { LiveCompany } from '../site/live-company.ts';
import { documentOfSite } from '../site/site-shell.ts';
import { documentMaker, readAssets } from './document.ts';
import type { OpenReads } from './public-reads.ts';
import { createRenderSlots, createSharedPages } from './shared-pages.ts';

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
async function loadBundle(dir: string): Promise<PageBundle | undefined> {
  const file = join(dir, 'entry-server.js');
  return existsSync(file) ? ((await import(pathToFileURL(file).href)) as PageBundle) : undefined;
}
