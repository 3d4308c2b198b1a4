import type { SiteInfo } from '#shared/site/site-info.ts';
import { sessionCookie } from '../bff/session/cookie.ts';
import type { StaticClient } from '../http/static-client.ts';
import { readAssets } from './assets.ts';
import { type BundleTransport, loadRenderer } from './bundle.ts';
import { documentMaker } from './document.ts';
import type { Pages } from './pages.ts';

interface PagesOptions {
  /** Folder of the built renderer. */
  dir: string;
  client: StaticClient;
  reads: BundleTransport;
  publicUrl: URL;
  info: SiteInfo;
}

/** Makes ready what renders pages; undefined where only the client is built, as in development. */
export async function loadPages(options: PagesOptions): Promise<Pages | undefined> {
  const { dir, client, reads, publicUrl, info } = options;
  const renderer = await loadRenderer(dir, info, reads);
  return (
    renderer && {
      ...renderer,
      makeDocument: documentMaker(client.indexHtml),
      assetsOf: await readAssets(client.dir),
      origin: publicUrl.origin,
      isFile: (path) => client.files.has(path),
      sessionCookie: sessionCookie(publicUrl).name,
    }
  );
}
