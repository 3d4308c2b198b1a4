import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router-dom';
import { type RouteName, routes } from '#shared/routes.ts';
import type { Language } from '#shared/words/language.ts';
import { type PagePart, type Prefetch, pageReads } from '../api/prefetch.ts';
import { Loader } from '../ui/Loader.tsx';
import { type CatalogueName, loadLegalWords } from '../words.ts';
import { AppRoot } from './AppRoot.tsx';
import { chunks } from './chunks.ts';
import { RouteError } from './RouteError.tsx';

/** Every public screen, by its path relative to this file. The build makes a separate chunk of each. */
const modules = import.meta.glob<ScreenModule>([
  './screens/*.tsx',
  '../site/*/*Screen.tsx',
  // The home page and the careers page combine several features, so their screens are in ./screens. The files in home
  // and careers that end in Screen.tsx are only parts of these pages, so they are excluded.
  '!../site/{home,careers}/*Screen.tsx',
  './NotFoundScreen.tsx',
]);

/** A screen. `file` is its key in Vite's manifest, in which the server finds the style sheets to link. */
interface PublicScreen {
  file: string;
  load: LoadScreen;
  /** The catalogues with the words of the page. */
  words: readonly CatalogueName[];
}

const screens = {
  home: publicScreen('./screens/home.tsx'),
  portfolio: publicScreen('../site/portfolio/PortfolioScreen.tsx'),
  portfolioCategory: publicScreen('../site/portfolio/CategoryScreen.tsx'),
  portfolioItem: publicScreen('../site/portfolio/ProjectScreen.tsx'),
  publishing: publicScreen('../site/blog/PublishingScreen.tsx'),
  viewBlog: publicScreen('../site/blog/ViewBlogScreen.tsx'),
  apps: publicScreen('../site/apps/AppsScreen.tsx'),
  team: publicScreen('../site/team/TeamScreen.tsx'),
  careers: publicScreen('./screens/careers.tsx'),
  careersApply: publicScreen('../site/jobs/JobsScreen.tsx'),
  careersApplyJob: publicScreen('../site/jobs/JobScreen.tsx'),
  contact: publicScreen('../site/contact/ContactScreen.tsx'),
  deleteAccount: publicScreen('../site/delete-account/DeleteAccountScreen.tsx'),
  privacyPolicy: publicScreen('../site/legal/PrivacyScreen.tsx', ['site', 'legal']),
  termsConditions: publicScreen('../site/legal/TermsScreen.tsx', ['site', 'legal']),
} satisfies Partial<Record<RouteName, PublicScreen>>;

export const publicScreens: Partial<Record<RouteName, PublicScreen>> = screens;

/** The public paths without parameters, for the sitemap. */
export const builtPaths: readonly string[] = Object.keys(screens)
  .map((name) => routes[name as keyof typeof screens])
  .filter((path) => !path.includes(':'));

/** The id of the route for pages of the company's own. */
export const ownPageId = 'own-page';

/** Key of the public layout in Vite's manifest. */
export const layoutFile = 'app/layouts/public/PublicLayout.tsx';

/** The screen for a URL of one segment that is no route: a page of the company's own, or the 404 page. */
export const ownPageScreen = publicScreen('./screens/own-page.tsx');

/** The screen for an unknown URL. */
export const notFoundScreen = publicScreen('./NotFoundScreen.tsx');

function publicScreen(path: string, words: readonly CatalogueName[] = ['site']): PublicScreen {
  const load = modules[path];
  if (!load) throw new Error(`There is no screen ${path}.`);
  return { file: new URL(path, 'file:///app/').pathname.slice(1), load, words };
}

/** Returns the function that loads a screen, or the 404 page if the screen is off the site. */
function loadUnlessOff(name: string, screen: PublicScreen, { isOff, language }: RouteData): LoadScreen {
  const load = loadWithWords(screen, language);
  return () => (isOff?.(name) ? notFoundScreen.load() : load());
}

/** Returns the function that loads a screen, and its own words if it has any. */
function loadWithWords({ load, words }: PublicScreen, language: Language): LoadScreen {
  if (!words.includes('legal')) return load;
  return async () => {
    const [screen] = await Promise.all([load(), loadLegalWords(language)]);
    return screen;
  };
}

/** Returns the route that contains all other routes. */
export function rootRoute(children: RouteObject[]): RouteObject {
  return {
    id: 'root',
    Component: AppRoot,
    errorElement: <RouteError />,
    HydrateFallback: () => <Loader page />,
    children,
  };
}

/**
 * Returns the public routes of docs/product.md §2. Browser and server use the same routes. An unknown path shows the
 * 404 page.
 */
export function publicRoutes(data: RouteData): RouteObject {
  return inLayout(
    [
      {
        id: 'public-pages',
        errorElement: <RouteError inLayout />,
        children: [
          ...Object.entries(publicScreens).map(([name, screen]) =>
            route(name as RouteName, loadUnlessOff(name, screen, data), data),
          ),
          {
            id: ownPageId,
            path: ':ownPath',
            lazy: lazyScreen(ownPageId, ownPageScreen.load, data),
            handle: { load: ownPageScreen.load },
          },
          { id: 'not-found', path: '*', lazy: lazyScreen('not-found', notFoundScreen.load, data) },
        ],
      },
    ],
    data,
  );
}

/** Returns routes that show this one screen for every path, in the layout of the public pages. */
export function noticeRoutes(Component: ComponentType, data: RouteData): RouteObject {
  return inLayout([{ id: 'notice', path: '*', Component }], data);
}

function inLayout(children: RouteObject[], data: RouteData): RouteObject {
  return {
    id: 'public',
    lazy: lazyScreen('public', () => import('./layouts/public/PublicLayout.tsx'), data),
    children,
  };
}

/** The exports of a screen's module. */
interface ScreenModule {
  Component: ComponentType;
  /** For public screens: starts the reads that the server waits for before it renders. */
  prefetch?: Prefetch;
  /** For admin screens, which the server does not render: the router's loader. */
  loader?: LoaderFunction;
}

export type LoadScreen = () => Promise<ScreenModule>;

/** How the routes of one router read their data. */
export interface RouteData {
  queries: QueryClient;
  language: Language;
  /** True on the server: loaders wait for their data, and screens are imported without the chunk loader. */
  wait: boolean;
  /** Loads what a screen needs besides its code. */
  loadMore?: () => Promise<void>;
  /** True for the route of a page that the owner has taken off the site: the 404 page is shown in its place. */
  isOff?: (name: string) => boolean;
  /** Called for each part of a page that could not be read. */
  onMissing?: (part: PagePart) => void;
}

/**
 * Returns the route of a screen. Paths are case-sensitive, as they are on the server: otherwise the server could
 * answer 404 for a URL for which the browser then shows a page.
 */
export function route(name: RouteName, load: LoadScreen, data: RouteData): RouteObject {
  return {
    id: name,
    path: routes[name],
    caseSensitive: true,
    lazy: lazyScreen(name, load, data),
    // Function that loads the page's code ahead (prefetch-pages.ts), without the chunk loader. `lazy` cannot be used
    // for this, because the router removes it after the first load.
    handle: { load },
  };
}

export function lazyScreen(name: string, load: LoadScreen, data: RouteData) {
  return async () => {
    const loadAll = async () => (await Promise.all([load(), data.loadMore?.()]))[0];
    const { prefetch, ...module } = await (data.wait ? load() : chunks.load(name, loadAll));
    return { ...module, ...(prefetch && { loader: loaderOf(prefetch, data) }) };
  };
}

function loaderOf(prefetch: Prefetch, { queries, wait, onMissing }: RouteData): LoaderFunction {
  return async ({ request, params }) => {
    const asked = prefetch(pageReads(queries, onMissing), { url: new URL(request.url), params });
    if (wait) await asked;
    return null;
  };
}
