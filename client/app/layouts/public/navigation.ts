import { skipToken, useQuery } from '@tanstack/react-query';
import { pathTo } from '#shared/paths.ts';
import { routes } from '#shared/routes.ts';

/**
 * The navigation at the top, in the order of docs/product.md §2. "Jobs" leads to the careers apply page. `within`
 * contains the pages that belong to the section of a link.
 */
const navigation = [
  { label: 'Home', name: 'home' },
  { label: 'Portfolio', name: 'portfolio', within: ['portfolioCategory', 'portfolioItem'] },
  { label: 'Publishing', name: 'publishing', within: ['viewBlog'] },
  { label: 'Team', name: 'team' },
  { label: 'Careers', name: 'careers' },
  { label: 'Jobs', name: 'careersApply', within: ['careersApplyJob'] },
  { label: 'Contact', name: 'contact' },
] as const satisfies readonly Entry[];

const companyPages = [
  { label: 'Publishing', name: 'publishing' },
  { label: 'Team', name: 'team' },
  { label: 'Careers', name: 'careers' },
  { label: 'Contact', name: 'contact' },
] as const satisfies readonly Entry[];

const legalPages = [
  { label: 'Privacy Policy', name: 'privacyPolicy' },
  { label: 'Terms & Conditions', name: 'termsConditions' },
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
  label: string;
  name: PlainPage;
  within?: readonly (keyof typeof routes)[];
}

export interface NavigationLink {
  name: PlainPage;
  label: string;
  to: string;
  /** Route patterns of the pages that belong to the section of the link. */
  within: readonly string[];
}

const linksTo = (entries: readonly Entry[]): NavigationLink[] =>
  entries.map(({ label, name, within = [] }) => ({
    name,
    label,
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
