import { categoryPath } from '#shared/category-path.ts';
import { momentOf } from '#shared/dates.ts';
import type { Id } from '#shared/id.ts';
import type { ListPage, PublicReads } from '#shared/page-bundle.ts';
import { pathTo } from '#shared/paths.ts';
import { isOffPath } from '#shared/site/off-pages.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { publicContent } from '../content/public-content.ts';
import { xmlDeclaration, xmlElement } from './xml.ts';

interface SitemapEntry {
  /** Path on this site, with percent encoding. */
  path: string;
  /** When the page's content last changed; absent if unknown. */
  changed?: Date;
}

interface Dated {
  id: Id;
  created_at?: string;
  updated_at?: string;
}

/** The sitemap entries for one kind of content, and the time of the newest change. */
interface Found {
  entries: SitemapEntry[];
  newest: Date | undefined;
}

/** The most pages that a sitemap may contain (sitemaps.org/protocol.html). */
const mostEntries = 50_000;

/**
 * Returns the sitemap (sitemaps.org, 0.9) of every page that visitors can find, without duplicates. `pages` are the
 * paths of the pages that need no id. Of these, the list pages of posts, projects and team members are left out if they
 * are empty, unless the company wants to show them all the same, the pages about apps if the company has none, and
 * pages that are off. The company's own pages follow.
 */
export async function sitemapXml(
  reads: PublicReads,
  pages: readonly string[],
  { site, origin }: Pick<SiteInfo, 'site' | 'origin'>,
): Promise<string> {
  const [posts, portfolio, jobs, team] = await Promise.all([
    collect(publicContent.posts(reads), ({ id }) => pathTo('viewBlog', { id })),
    collectPortfolio(reads),
    site.pages.jobs.off
      ? { entries: [], newest: undefined }
      : collect(publicContent.openJobs(reads), ({ id }) => pathTo('careersApplyJob', { jobId: id })),
    collect(publicContent.team(reads), () => pathTo('team')),
  ]);
  /** The time at which a list page changed is the newest time of its items. */
  const lists: Record<string, Date | undefined> = {
    [pathTo('publishing')]: posts.newest,
    [pathTo('portfolio')]: portfolio.newest,
    [pathTo('careersApply')]: jobs.newest,
  };
  const empty = new Set(
    Object.entries({ publishing: posts, portfolio, team } as const).flatMap(([name, { entries }]) =>
      entries.length === 0 && !site.pages[name as ListPage].always_in_menu ? [pathTo(name as ListPage)] : [],
    ),
  );
  if (site.apps.length === 0) for (const name of ['apps', 'deleteAccount'] as const) empty.add(pathTo(name));
  const fixed = pages
    .filter((path) => !empty.has(path) && !isOffPath(site.pages, path))
    .map((path) => ({ path, changed: lists[path] }));
  const own: SitemapEntry[] = site.own_pages.map(({ path }) => ({ path: encodeURI(path) }));
  const entries: SitemapEntry[] = [...fixed, ...own, ...posts.entries, ...portfolio.entries, ...jobs.entries];
  // If an item is added while a list is read, the other items move towards the next page of the list, and some are
  // read twice.
  const urls = [...new Map(entries.map((entry) => [entry.path, entry])).values()]
    .slice(0, mostEntries)
    .map(({ path, changed }) => {
      const lines = xmlElement('loc', origin + path) + xmlElement('lastmod', changed?.toISOString());
      return `<url>${lines}</url>\n`;
    });
  return `${xmlDeclaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}

async function collectPortfolio(reads: PublicReads): Promise<Found> {
  const categories = [];
  for await (const page of publicContent.categories(reads)) categories.push(...page);
  const found = await Promise.all(
    categories.map(async (category) => {
      const projects = await collect(publicContent.projects(reads, category.id), ({ id }) =>
        pathTo('portfolioItem', { id }),
      );
      const newest = later(changeOf(category), projects.newest);
      return { own: { path: categoryPath(category.title), changed: newest }, newest, projects };
    }),
  );
  return {
    entries: [...found.map(({ own }) => own), ...found.flatMap(({ projects }) => projects.entries)],
    newest: found.reduce<Date | undefined>((newest, each) => later(newest, each.newest), undefined),
  };
}

async function collect<Item extends Dated>(
  pages: AsyncIterable<readonly Item[]>,
  pathOf: (item: Item) => string,
): Promise<Found> {
  const found: Found = { entries: [], newest: undefined };
  for await (const page of pages) {
    for (const item of page) {
      const changed = changeOf(item);
      found.entries.push({ path: pathOf(item), changed });
      found.newest = later(found.newest, changed);
    }
  }
  return found;
}

function changeOf({ updated_at, created_at }: Omit<Dated, 'id'>): Date | undefined {
  return momentOf(updated_at) ?? momentOf(created_at);
}

function later(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other;
  return one > other ? one : other;
}
