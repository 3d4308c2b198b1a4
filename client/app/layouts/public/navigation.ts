import { skipToken, useQuery } from '@tanstack/react-query';
import { pathTo } from '#shared/paths.ts';
import { routes } from '#shared/routes.ts';

/**
 * The navigation at the top, in the order of docs/product.md §2. "Jobs" (`careersApply`) leads to the careers apply page. `within`
 * contains the pages that belong to the section of a link.
 */
const navigation = [
  { name: 'home' },
  { name: 'portfolio', within: ['portfolioCategory', 'portfolioItem'] },
  { name: 'publishing', within: ['viewBlog'] },
  { name: 'team' },
  { name: 'careers' },
  { name: 'careersApply', within: ['careersApplyJob'] },
  { name: 'contact' },
] as const satisfies readonly Entry[];

const companyPages = [
  { name: 'publishing' },
  { name: 'team' },
  { name: 'careers' },
  { name: 'contact' },
] as const satisfies readonly Entry[];

const legalPages = [
  { name: 'privacyPolicy' },
  { name: 'termsConditions' },
] as const satisfies readonly Entry[];

/** Names of pages whose path has no parameter. */
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

interface Entry {
  name: PlainPage;
  within?: readonly (keyof typeof routes)[];
}

export interface NavigationLink {
  name: PlainPage;
  to: string;
  /** Route patterns of the pages that belong to the section of the link. */
  within: readonly string[];
}

const linksTo = (entries: readonly Entry[]): NavigationLink[] =>
  entries.map(({ name, within = [] }) => ({
    name,
    to: pathTo(name),
    within: within.map((below) => routes[below]),
  }));

export const topLinks = linksTo(navigation);
export const companyLinks = linksTo(companyPages);

/** Query key under which the server stores the names of list pages without content. The browser never fetches it. */
export const emptyPagesKey = ['emptyPages'];

/** Returns the links of the navigation and of the footer. Links to list pages without content are left out. */
export function useSiteLinks(): { top: NavigationLink[]; company: NavigationLink[] } {
  const { data: empty = [] } = useQuery<readonly PlainPage[]>({
    queryKey: emptyPagesKey,
    queryFn: skipToken,
  });
  const filled = (links: NavigationLink[]) => links.filter(({ name }) => !empty.includes(name));
  return { top: filled(topLinks), company: filled(companyLinks) };
}

export const legalLinks = linksTo(legalPages);
