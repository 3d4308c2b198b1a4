import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider } from 'react-router-dom';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { createQueryClient } from './api/query-client.ts';
import { setTransport } from './api/transport.ts';
import { type PageState, pageState } from './app/page/page-state.ts';
import { Providers } from './app/providers.tsx';
import { publicRoutes, rootRoute } from './app/routes/public-routes.tsx';
import { builtPaths, layoutFile, notFoundScreen, publicScreens } from './app/screens/public-screens.ts';
import { PageStatusSink, type StatusSink } from './ui/page-status/PageStatus.tsx';

export { builtPaths, setTransport };

/** A page as the server sends it. */
export interface RenderedPage {
  /** 200, 404, 410 or 503. */
  status: number;
  /** Tags for the head: title, meta, link. */
  head: string;
  /** What stands in #root. */
  html: string;
  state: PageState;
  /** Sources of the page (keys of Vite's manifest), so that its styles and scripts can be linked. */
  files: string[];
}

/**
 * Renders a public page of the company in `info` when all of its data is there. `address` is a whole URL; `signal` ends the
 * reads.
 */
export async function render(address: string, signal: AbortSignal, info: SiteInfo): Promise<RenderedPage> {
  const queries = createQueryClient({ server: true });
  const table = [rootRoute([publicRoutes({ queries, wait: true })])];
  const handler = createStaticHandler(table);
  const context = await handler.query(new Request(address, { signal }));
  if (context instanceof Response) throw new Error(`A public page redirects: ${context.status}`);
  const sink: StatusSink = {};
  const markup = renderToString(
    <Providers queries={queries} info={info}>
      <PageStatusSink value={sink}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </PageStatusSink>
    </Providers>,
  );
  const state = pageState(queries);
  queries.clear();
  return {
    status: sink.status ?? 200,
    ...splitHead(markup),
    state,
    files: [layoutFile, fileOf(matchRoutes(table, new URL(address).pathname)?.at(-1)?.route.id)],
  };
}

/** React writes the tags that belong into the head before everything else when it renders no document. */
function splitHead(markup: string): { head: string; html: string } {
  const [head = ''] = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(markup) ?? [];
  return { head, html: markup.slice(head.length) };
}

function fileOf(id: string | undefined): string {
  const screens: Record<string, { file: string } | undefined> = publicScreens;
  return (screens[id ?? ''] ?? notFoundScreen).file;
}
