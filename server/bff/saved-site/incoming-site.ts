import type { Logger } from 'pino';
import { isRecord } from '#shared/json.ts';
import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { type OwnPage, ownPagesSchema } from '#shared/schemas/site/own-texts.ts';
import type { SiteDb } from '../../database/site-types.ts';
import type { Loaded, LoadedCompany, SiteProblem } from '../../site/load-site.ts';
import type { Redirects } from '../redirects/redirects.ts';
import { findByAddress, redirectMovedPage } from '../redirects/store.ts';
import { withDates } from './own-texts.ts';

/** The source of redirects from the former addresses of a company's own pages. */
const source = 'page';

/** The redirects of this site, and its path prefixes of media. */
export interface OtherAddresses {
  redirects: Pick<Redirects, 'db' | 'changed'>;
  mediaPaths: readonly string[];
}

/**
 * Makes a site that comes in ready to be stored over `before`: its legal texts are dated, it is checked by `load`, and
 * each of its pages has an address of its own. A page of `before` keeps an address that the product or a redirect has
 * taken since.
 */
export async function readyToStore(
  given: unknown,
  before: SiteJson,
  load: (site: unknown) => Promise<Loaded>,
  db: SiteDb,
): Promise<
  { site: SiteJson; company: LoadedCompany; problems?: never } | { company?: never; problems: SiteProblem[] }
> {
  const site = isRecord(given) ? withDates(given, before, new Date().toISOString().slice(0, 10)) : given;
  const { company, taken, problems } = await load(site);
  if (!company) return { problems };
  const had = pagesOf(before);
  const isNew = (path: string) => !had.some((page) => page.published && page.path === path);
  const refused: SiteProblem[] = taken.filter(({ address }) => isNew(address));
  for (const [index, { path }] of pagesOf(site).entries()) {
    const redirect = isNew(path) ? await findByAddress(db, path) : undefined;
    // A redirect that a rename of a page has made gives way to a page.
    if (!redirect || redirect.source === source) continue;
    const message = `is taken by a redirect to ${redirect.to}. Delete it under Redirects, or choose another address`;
    refused.push({ path: `own_pages.${index}.path`, message });
  }
  return refused.length > 0 ? { problems: refused } : { site: site as SiteJson, company };
}

/** Returns the pages of the company's own in a site, with those whose address is taken. */
function pagesOf(site: unknown): OwnPage[] {
  return ownPagesSchema.catch([]).parse(isRecord(site) ? site.own_pages : undefined);
}

/**
 * Redirects the former addresses of published pages that have a new one. A former address that another page now has
 * is not redirected.
 */
export async function redirectRenamed(
  before: SiteJson,
  after: SiteJson,
  { redirects, mediaPaths }: OtherAddresses,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const published = pagesOf(after).filter((page) => page.published);
  for (const old of pagesOf(before)) {
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
