import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { matchPath, useMatches } from 'react-router-dom';
import { categoryTitleOf } from '#shared/category-path.ts';
import { type Id, readId } from '#shared/id.ts';
import type { ListPage } from '#shared/page-bundle.ts';
import { pathTo } from '#shared/paths.ts';
import { routes } from '#shared/routes.ts';
import type { OwnPageLink } from '#shared/schemas/site/own-texts.ts';
import { isOff } from '#shared/site/off-pages.ts';
import { categoryKey, projectKey } from '../../../api/work-keys.ts';
import { useSite } from '../../../site-info.ts';

/** The pages with a link; the catalogue has its label (`nav.…`). */
type PlainPage =
  | 'home'
  | 'portfolio'
  | 'publishing'
  | 'team'
  | 'careers'
  | 'careersApply'
  | 'contact'
  | 'privacyPolicy'
  | 'termsConditions';

export interface NavigationLink {
  to: string;
  /** The page; undefined for a page of the company's own, which has a title. */
  name?: PlainPage;
  title?: string;
  /** Route patterns of the pages that belong to the section of the link. */
  within: readonly string[];
}

const link = (name: PlainPage, ...within: (keyof typeof routes)[]) => ({
  name,
  to: pathTo(name),
  within: within.map((below) => routes[below]),
});

/**
 * The navigation at the top, in the order of docs/product.md §2. "Jobs" (`careersApply`) leads to the careers apply
 * page.
 */
const topLinks = [
  link('home'),
  link('portfolio', 'portfolioCategory', 'portfolioItem'),
  link('publishing', 'viewBlog'),
  link('team'),
  link('careers'),
  link('careersApply', 'careersApplyJob'),
  link('contact'),
];

/** The links under Company, in the order of docs/product.md §2. */
const companyLinks = [link('publishing'), link('team'), link('careers'), link('contact')];

export const legalLinks: NavigationLink[] = [link('privacyPolicy'), link('termsConditions')];

/** Query key under which the server stores the names of list pages without content. The browser never fetches it. */
export const emptyPagesKey = ['emptyPages'];

/**
 * Returns the links of the navigation and of the footer, with those to pages of the company's own at the end, but before
 * Contact, which looks like a button in the navigation. Links to pages that are off are left out, and to list pages
 * without content, unless the company wants to show them all the same.
 */
export function useSiteLinks(): { top: NavigationLink[]; company: NavigationLink[] } {
  const { pages, own_pages } = useSite();
  const { data: empty = [] } = useQuery<readonly ListPage[]>({
    queryKey: emptyPagesKey,
    queryFn: skipToken,
  });
  const isLeftOut = (name: PlainPage) => {
    const left = empty.find((each) => each === name);
    return left !== undefined && !pages[left].always_in_menu;
  };
  const filled = (links: typeof topLinks) =>
    links.filter(({ name }) => !isOff(pages, name) && !isLeftOut(name));
  const own = (wanted: OwnPageLink['place']) =>
    own_pages
      .filter(({ place }) => place === wanted)
      .map(({ path, title }): NavigationLink => ({ title, to: encodeURI(path), within: [] }));
  const top: NavigationLink[] = filled(topLinks);
  return {
    // Contact is never off.
    top: [...top.slice(0, -1), ...own('menu'), ...top.slice(-1)],
    company: [...filled(companyLinks), ...own('footer')],
  };
}

/** The newest post in the footer: its title, its date in words, and the heading above it. */
export interface ShownPost {
  id: Id;
  title: string;
  heading: string;
  day: string | undefined;
}

/** Query key under which the server stores the newest post. The browser never fetches it. */
export const newestPostKey = ['news'];

export function useNewestPost() {
  return useQuery<ShownPost>({ queryKey: newestPostKey, queryFn: skipToken }).data;
}

/** Returns the title of the category or project whose page is shown. Undefined on other pages, and until it is known. */
export function useShownWork() {
  const { pathname = '', params = {} } = useMatches().at(-1) ?? {};
  const id = readId(params.id);
  const isProject = id !== undefined && matchPath(routes.portfolioItem, pathname) !== null;
  const queryKey = isProject ? projectKey(id) : categoryKey(categoryTitleOf(params.fieldTitle ?? ''));
  const queries = useQueryClient();
  // Only reads the cache, because the page itself fetches its content.
  const title = () => queries.getQueryData<{ title: string }>(queryKey)?.title;
  return useSyncExternalStore((changed) => queries.getQueryCache().subscribe(changed), title, title);
}
