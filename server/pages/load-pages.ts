import type { SiteInfo } from '#shared/site/site-info.ts';
import { sessionCookie } from '../bff/session/cookie.ts';
import type { Upstream } from '../bff/upstream/upstream.ts';
import type { Config } from '../config.ts';
import type { StaticClient } from '../http/static-client.ts';
import { readAssets } from './assets.ts';
import { loadRenderer } from './bundle.ts';
import { documentMaker } from './document.ts';
import type { Pages } from './pages.ts';
import { publicReads } from './public-reads.ts';

interface PagesOptions {
  /** Folder of the built renderer. */
  dir: string;
  client: StaticClient;
  upstream: Upstream;
  publicUrl: URL;
  config: Config;
  info: SiteInfo;
}

/** Makes ready what renders pages; undefined where only the client is built, as in development. */
export async function loadPages(options: PagesOptions): Promise<Pages | undefined> {
  const { dir, client, upstream, publicUrl, config, info } = options;
  const render = await loadRenderer(dir, info, publicReads(upstream, publicUrl, config));
  return (
    render && {
      render,
      makeDocument: documentMaker(client.indexHtml),
      assetsOf: await readAssets(client.dir),
      origin: publicUrl.origin,
      isFile: (path) => client.files.has(path),
      sessionCookie: sessionCookie(publicUrl).name,
    }
  );
}
