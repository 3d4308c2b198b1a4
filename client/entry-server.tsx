import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  Link,
  matchRoutes,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router-dom';
import type { NoticeKind, PageBundle, PageOptions } from '#shared/page-bundle.ts';
import { pathTo } from '#shared/paths.ts';
import type { RouteName } from '#shared/routes.ts';
import { isOff } from '#shared/site/off-pages.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { frame } from '#shared/words/en/frame.ts';
import type { PagePart } from './api/prefetch.ts';
import { PageQueryClient } from './api/query-client.ts';
import styles from './app/ErrorPage.module.css';
import { emptyPagesKey, newestPostKey } from './app/layouts/public/navigation.ts';
import { shownPost } from './app/layouts/public/shown-post.ts';
import { collectRichTexts, pageState } from './app/page-state.ts';
import { Providers } from './app/providers.tsx';
import {
  builtPaths,
  layoutFile,
  notFoundScreen,
  noticeRoutes,
  ownPageId,
  ownPageScreen,
  publicRoutes,
  publicScreens,
  rootRoute,
} from './app/public-routes.tsx';
import { PageTitle } from './ui/PageHead.tsx';
import { PageStatus, PageStatusSink, type StatusSink } from './ui/PageStatus.tsx';
import { Pattern } from './ui/Pattern.tsx';
import { RichTextSinkContext } from './ui/rich-text/RichText.tsx';
import { loadWords, useWords, wordsFiles } from './words.ts';

export { builtPaths };

/** Renders a page; see shared/page-bundle.ts. */
export const render: PageBundle['render'] = async (
  address,
  { info, reads, signal, outcome, emptyPages, newestPost },
) => {
  const queries = new PageQueryClient(reads);
  const { language } = info.site;
  await loadWords(language);
  const missing = new Set<PagePart>();
  const onMissing = (part: PagePart) => missing.add(part);
  const isOffSite = (name: string) => isOff(info.site.pages, name);
  const table = [rootRoute([publicRoutes({ queries, language, wait: true, isOff: isOffSite, onMissing })])];
  const id = matchRoutes(table, new URL(address).pathname)?.at(-1)?.route.id ?? '';
  const screen = isOffSite(id) ? notFoundScreen : screenOf(id);
  try {
    const { status, movedTo, texts, ...markup } = await renderRoutes(table, address, {
      queries,
      info,
      signal,
      outcome,
      emptyPages,
      newestPost,
    });
    return {
      status: movedTo === undefined ? (status ?? (missing.has('main') ? 503 : 200)) : 301,
      movedTo,
      whole: missing.size === 0,
      ...markup,
      state: pageState(queries, texts, outcome),
      files: [layoutFile, screen.file, ...wordsFiles(language, screen.words)],
    };
  } finally {
    queries.clear();
  }
};

/** Renders the page for a busy or failed site in the layout of the public pages; see shared/page-bundle.ts. */
export const renderNotice: PageBundle['renderNotice'] = async (kind, { info, reference }) => {
  const { language } = info.site;
  await loadWords(language);
  const queries = new PageQueryClient(() => Promise.reject(new Error('A notice must not read data.')));
  const table = [rootRoute([noticeRoutes(noticeScreen(kind, reference), { queries, language, wait: true })])];
  // Rendered at a path to which no link leads, so that no link in the layout is marked as current.
  const {
    status = 500,
    texts: _texts,
    ...markup
  } = await renderRoutes(table, `${info.origin}/-`, { queries, info });
  return { status, whole: false, ...markup, state: undefined, files: [layoutFile, notFoundScreen.file] };
};

interface RoutesOptions
  extends Partial<Pick<PageOptions, 'signal' | 'outcome' | 'emptyPages' | 'newestPost'>> {
  info: SiteInfo;
  queries: PageQueryClient;
}

async function renderRoutes(
  table: RouteObject[],
  address: string,
  { queries, info, signal, outcome, emptyPages, newestPost }: RoutesOptions,
) {
  const handler = createStaticHandler(table);
  const context = await handler.query(new Request(address));
  if (context instanceof Response) throw new Error(`A public page redirects: ${context.status}`);
  signal?.throwIfAborted();
  // Throws the errors of the page's routes. Otherwise the router would render its error screen, and the server would
  // send it as a page.
  for (const error of Object.values(context.errors ?? {})) throw error;
  const empty = emptyPages?.() ?? [];
  if (empty.length > 0) queries.setQueryData(emptyPagesKey, empty);
  const newest = shownPost(newestPost?.(), queries, info.site);
  if (newest) queries.setQueryData(newestPostKey, newest);
  const sink: StatusSink = {};
  const shown = collectRichTexts();
  const texts = collectTexts(info);
  queries.watch();
  const markup = renderToString(
    <Providers queries={queries} info={texts.info} outcome={outcome}>
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
  return {
    status: sink.status,
    movedTo: sink.movedTo,
    info: texts.shown(),
    texts: shown.texts,
    ...splitHead(markup),
  };
}

/**
 * Splits the rendered markup. React writes the head tags before the other markup, because it does not render a whole
 * document here.
 */
function splitHead(markup: string) {
  const [head = ''] = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(markup) ?? [];
  return { head, html: markup.slice(head.length) };
}

function screenOf(id: string) {
  return id === ownPageId ? ownPageScreen : (publicScreens[id as RouteName] ?? notFoundScreen);
}

/**
 * Finds out which of the company's texts a page shows, so that its document need not contain those of all pages.
 * Returns the info with which to render, and a function that then returns the info for the document. Of pages and apps
 * it has what was read, and every switch.
 */
function collectTexts(info: SiteInfo) {
  const read = new Set<unknown>();
  const watched = <Texts extends object>(texts: Texts) =>
    new Proxy(texts, {
      get(target, name) {
        const value = Reflect.get(target, name);
        read.add(value);
        return value;
      },
    });
  const shownOf = <Texts extends object>(texts: Texts) =>
    Object.fromEntries(
      Object.entries(texts).filter(([, value]) => typeof value === 'boolean' || read.has(value)),
    ) as Texts;
  const { pages, apps } = info.site;
  const withTexts = (change: <Texts extends object>(texts: Texts) => Texts): SiteInfo => ({
    ...info,
    site: {
      ...info.site,
      pages: Object.fromEntries(
        Object.entries(pages).map(([name, texts]) => [name, change(texts)]),
      ) as unknown as typeof pages,
      apps: apps.map(change),
    },
  });
  return { info: withTexts(watched), shown: () => withTexts(shownOf) };
}

/**
 * Returns the screen of a notice that the server sends instead of a page. The notice has no script; its link loads
 * the same URL again.
 */
function noticeScreen(kind: NoticeKind, reference: string): ComponentType {
  return function ServerNotice() {
    const words = useWords(frame);
    const title = words(`notice.${kind}Title`);
    return (
      <div className={styles.split}>
        <PageTitle>{title}</PageTitle>
        <meta name="robots" content="noindex" />
        {kind === 'busy' && <PageStatus code={503} />}
        <div className={styles.page}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.text}>{words(`notice.${kind}Text`)}</p>
          <div className={styles.actions}>
            {/* biome-ignore lint/a11y/useValidAnchor: it asks for this very address again (RFC 3986 §4.4) */}
            <a href="">{words('state.tryAgain')}</a>
            <Link to={pathTo('home')}>{words('nav.home')}</Link>
          </div>
          {kind === 'failed' && (
            <p>
              {words('notice.reference')} <code>{reference}</code>
            </p>
          )}
        </div>
        <Pattern className={styles.art} seed={kind} columns={5} rows={6} />
      </div>
    );
  };
}
