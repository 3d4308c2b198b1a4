import { join } from 'node:path';
import type { LiveInfo } from '#shared/site/site-info.ts';
import { purposeKeys } from '../bff/session/secrets.ts';
import { createImages } from '../images/images.ts';
import { loadPages } from '../pages/document.ts';
import { createReceipts } from '../pages/posted-forms/receipts.ts';
import { publicReads } from '../pages/shared-pages.ts';
import { hidesSample } from '../site/hide-sample.ts';
import { clientOfSite } from '../site/site-shell.ts';
import type { Target } from '../target.ts';
import type { Bff } from './open-bff.ts';
import type { Beginning, Company } from './open-company.ts';
import type { Port } from './open-port.ts';
import type { State } from './open-state.ts';

interface PagesContext extends Beginning {
  company: Company;
  port: Port;
  state: State;
  host: Target;
  bff: Bff;
}

export type PagesPart = Awaited<ReturnType<typeof openPages>>;

/**
 * Opens the public pages: the built client with the company's files, the images, and the page renderer if it is
 * built.
 */
export async function openPages({ options, log, company, port, state, host, bff }: PagesContext) {
  const { builtClient, clientDir, live, patterns, mediaPaths } = company;
  const { config, caching } = state;
  const { upstream, capabilities } = host;
  const { publicUrl } = port;
  const info: LiveInfo = () => ({
    site: live.site(),
    origin: publicUrl.origin,
    patterns: patterns.folder(),
    media: mediaPaths,
    ...host.mail,
  });
  const isHidden = hidesSample(config.PUBLIC_URL, live);
  if (isHidden())
    log.warn(
      'Search engines are asked not to index this site, because it shows the invented company. Save your own under Site in the admin area.',
    );
  const client = clientOfSite(builtClient, info, live);
  const { readHost, sharedReads } = bff;
  const openReads = publicReads({
    upstream,
    capabilities,
    readHost,
    sharedReads,
    publicUrl,
    company: live,
    config,
    log,
  });
  const images = createImages(config.DATA_DIR);
  const pagesDir = options.pagesDir ?? join(clientDir, '../server');
  const pages = await loadPages({
    dir: pagesDir,
    client,
    live,
    openReads,
    upstream,
    publicUrl,
    info,
    builtIndexHtml: builtClient.indexHtml,
    placeholderOf: (path) => images.placeholders.get(path),
    emptyPages: bff.listNotes.emptyPages,
    newestPost: bff.listNotes.newestPost,
    log,
    disk: bff.disk,
    ...caching,
  });
  if (!pages)
    log.warn(
      `There is no page renderer in ${pagesDir}: pages are rendered in the browser only. Run npm run build.`,
    );
  return {
    info,
    isHidden,
    client,
    openReads,
    images,
    pages,
    receipts: createReceipts(await purposeKeys(config, 'studio form receipt')),
  };
}
