import { type RouteName, routeOf, routes } from '../routes.ts';
import type { Pages } from '../schemas/site/pages.ts';

/** The pages that an owner can take off the site, by their route. Postings go with the list of open positions. */
const switches = {
  careers: 'careers',
  careersApply: 'jobs',
  careersApplyJob: 'jobs',
} as const satisfies Partial<Record<RouteName, keyof Pages>>;

/** The switches of the pages that can be taken off the site. */
type SwitchedPages = Record<'careers' | 'jobs', Pick<Pages['careers'], 'off'>>;

/** True if the owner has taken the page of this route off the site. */
export function isOff(pages: SwitchedPages, name: string) {
  return Object.hasOwn(switches, name) && pages[switches[name as keyof typeof switches]].off;
}

/** True if the owner has taken the page at this path (no query) off the site. */
export function isOffPath(pages: SwitchedPages, path: string) {
  const route = routeOf(path);
  return Object.keys(switches).some((name) => routes[name as RouteName] === route && isOff(pages, name));
}
