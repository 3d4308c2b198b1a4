import type { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router-dom';
import type { PageOutcome } from '#shared/page-forms.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import type { PagePart } from './api/prefetch.ts';
import { createQueryClient } from './api/query-client.ts';
import { setTransport } from './api/transport.ts';
import { type NoticeKind, noticeScreen } from './app/errors/ServerNotice.tsx';
import { keepRichTexts, type PageState, pageState } from './app/page/page-state.ts';
import { Providers } from './app/providers.tsx';
import { noticeRoutes, publicRoutes, rootRoute } from './app/routes/public-routes.tsx';
import { builtPaths, layoutFile, notFoundScreen, publicScreens } from './app/screens/public-screens.ts';
import { PageStatusSink, type StatusSink } from './ui/page-status/PageStatus.tsx';
import { RichTextSinkContext } from './ui/rich-text/RichText.tsx';

export { builtPaths, setTransport };

/** A page as the server sends it. */
export interface RenderedPage {
  /** 200, 301, 404, 410 or 503. */
  status: number;
  /** False when a list beside the main content is missing. */
  whole: boolean;
  /** The path, with its query, at which the page stands now; with 301. */
  movedTo?: string;
  /** Tags for the head: title, meta, link. */
  head: string;
  /** What stands in #root. */
  html: string;
  /** Undefined for a page that no script takes over. */
  state: PageState | undefined;
  /** Sources of the page (keys of Vite's manifest), so that its styles and scripts can be linked. */
  files: string[];
}

interface RenderOptions {
  /** Who the company is. */
  info: SiteInfo;
  /** Fires when nobody waits for the page any more. */
  leaving: AbortSignal;
  /** What became of a form that was posted to the page. */
  outcome?: PageOutcome | undefined;
}

/**
 * Renders a public page when its data is there, or is known to be missing: reads end in their own time, and what failed is told by
 * the page. `address` is a whole URL. Rejects when the page itself is broken, and with the reason of `leaving`.
 */
export async function render(
  address: string,
  { info, leaving, outcome }: RenderOptions,
): Promise<RenderedPage> {
  const queries = createQueryClient({ server: true });
  const missing = new Set<PagePart>();
  const onMissing = (part: PagePart) => missing.add(part);
  const table = [rootRoute([publicRoutes({ queries, wait: true, onMissing })])];
  try {
    const { status, movedTo, texts, ...markup } = await renderRoutes(table, address, {
      queries,
      info,
      leaving,
      outcome,
    });
    return {
      status: movedTo === undefined ? (status ?? (missing.has('main') ? 503 : 200)) : 301,
      ...(movedTo !== undefined && { movedTo }),
      whole: missing.size === 0,
      ...markup,
      state: pageState(queries, texts, outcome),
      files: [layoutFile, fileOf(matchRoutes(table, new URL(address).pathname)?.at(-1)?.route.id)],
    };
  } finally {
    queries.clear();
  }
}

/** Renders a notice in the frame of the site, for the server to keep. `reference` names a failure to our staff. */
export async function renderNotice(
  kind: NoticeKind,
  { info, reference }: { info: SiteInfo; reference: string },
): Promise<RenderedPage> {
  const queries = createQueryClient({ server: true });
  const table = [rootRoute([noticeRoutes(noticeScreen(kind, reference), { queries, wait: true })])];
  // An address that no link of the frame leads to: a notice is no page of the site.
  const { status = 500, head, html } = await renderRoutes(table, `${info.origin}/-`, { queries, info });
  return { status, whole: false, head, html, state: undefined, files: [layoutFile, notFoundScreen.file] };
}

interface RoutesOptions extends Pick<RenderOptions, 'info' | 'outcome'> {
  queries: QueryClient;
  leaving?: AbortSignal;
}

async function renderRoutes(
  table: RouteObject[],
  address: string,
  { queries, info, leaving, outcome }: RoutesOptions,
): Promise<
  { head: string; html: string; texts: readonly string[] } & Pick<StatusSink, 'status' | 'movedTo'>
> {
  const handler = createStaticHandler(table);
  const context = await handler.query(new Request(address));
  if (context instanceof Response) throw new Error(`A public page redirects: ${context.status}`);
  leaving?.throwIfAborted();
  // The router would render its own screen for it, and the server would send that as a page.
  for (const error of Object.values(context.errors ?? {})) throw error;
  const sink: StatusSink = {};
  const shown = keepRichTexts();
  const markup = renderToString(
    <Providers queries={queries} info={info} outcome={outcome}>
      <PageStatusSink value={sink}>
        <RichTextSinkContext value={shown}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </RichTextSinkContext>
      </PageStatusSink>
    </Providers>,
  );
  return { status: sink.status, movedTo: sink.movedTo, texts: shown.texts, ...splitHead(markup) };
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
