import type { Logger } from 'pino';
import { routes } from '#shared/routes.ts';
import type { OwnPage } from '#shared/schemas/site/own-texts.ts';
import type { SiteProblem } from '../../site/load-site.ts';
import { checkFrom } from '../redirects/addresses.ts';
import { redirectMovedPage } from '../redirects/redirect-moved-page.ts';
import type { Redirects } from '../redirects/redirects.ts';
import { findByAddress } from '../redirects/store.ts';

/** The source of redirects from the former addresses of a company's own pages. */
const source = 'page';

/** The other owners of addresses on this site. */
export interface OtherAddresses {
  redirects: Pick<Redirects, 'db' | 'changed'>;
  mediaPaths: readonly string[];
  isFile: (path: string) => boolean;
}

/**
 * Returns a problem for each page whose path something else on this site has. A redirect from a path that a page
 * already has (`before`) is no problem, because the page is shown all the same.
 */
export async function takenPaths(
  pages: readonly OwnPage[],
  before: readonly OwnPage[],
  addresses: OtherAddresses,
): Promise<SiteProblem[]> {
  const problems: SiteProblem[] = [];
  for (const [index, { path }] of pages.entries()) {
    const isNew = !before.some((page) => page.published && page.path === path);
    const message = addressOfSite(path, addresses) ?? (isNew ? await redirectAt(path, addresses) : undefined);
    if (message) problems.push({ path: `own_pages.${index}.path`, message });
  }
  return problems;
}

/** Says what of this site has a path; undefined if nothing has it. */
function addressOfSite(
  path: string,
  { mediaPaths, isFile }: Omit<OtherAddresses, 'redirects'>,
): string | undefined {
  if (isOfRoute(path)) return 'is taken by a page of this site. Choose another address';
  if (isFile(path)) return 'is taken by a file of this site. Choose another address';
  if (isMediaFolder(path, mediaPaths))
    return 'is the folder of pictures and files on this site. Choose another address';
  if ('problem' in checkFrom(path, mediaPaths))
    return 'is an address that this site uses itself. Choose another one';
  return undefined;
}

/** Says where a redirect at a path leads; undefined if there is none, or only one that gives way to a page. */
async function redirectAt(
  path: string,
  { redirects }: Pick<OtherAddresses, 'redirects'>,
): Promise<string | undefined> {
  const redirect = await findByAddress(redirects.db, path);
  // A redirect that a rename of a page has made gives way to a page.
  if (!redirect || redirect.source === source) return undefined;
  return `is taken by a redirect to ${redirect.to}. Delete it under Redirects, or choose another address`;
}

/** True for the prefix of the addresses of media. A page there would look like the parent of its files. */
function isMediaFolder(path: string, mediaPaths: readonly string[]): boolean {
  return mediaPaths.some((prefix) => prefix.toLowerCase() === path.toLowerCase());
}

/** True for the first segment of a route. Case is ignored, because people would take such addresses for the same. */
function isOfRoute(path: string): boolean {
  return firstSegments.has(path.toLowerCase());
}

const firstSegments = new Set(
  Object.values(routes).map((route) => `/${route.split('/', 2)[1] ?? ''}`.toLowerCase()),
);

/**
 * Redirects the former addresses of published pages that have a new one. A former address that another page now has
 * is not redirected.
 */
export async function redirectRenamed(
  before: readonly OwnPage[],
  after: readonly OwnPage[],
  { redirects, mediaPaths }: OtherAddresses,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const published = after.filter((page) => page.published);
  for (const old of before) {
    const page = published.find(({ id }) => id === old.id);
    if (!page || !old.published || published.some(({ path }) => path === old.path)) continue;
    const problems = await redirectMovedPage(
      redirects,
      { from: old.path, to: page.path },
      mediaPaths,
      source,
    );
    if (problems.length > 0)
      log.warn({ from: old.path, problems }, 'the former address of a page is not redirected');
  }
}
