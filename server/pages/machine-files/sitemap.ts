import { categoryPath } from '#shared/category-path.ts';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { momentOf } from '#shared/dates.ts';
import type { Entity } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';
import { post } from '#shared/entities/post.ts';
import type { Id } from '#shared/id.ts';
import type { ListPage, PublicReads } from '#shared/page-bundle.ts';
import { pathTo } from '#shared/paths.ts';
import { recordPage } from '#shared/record-page.ts';
import { isOffPath } from '#shared/site/off-pages.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { publicContent } from '../public-content.ts';
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
) {
  const shown = listed.filter(({ resource }) => !isOffPath(site.pages, recordPage(resource, 1) ?? ''));
  const [portfolio, team, ...lists] = await Promise.all([
    collectPortfolio(reads),
    collect('team_member', publicContent.team(reads)),
    ...shown.map((noun) => collect(noun.resource, publicContent.records(reads, noun))),
  ]);
  const posts = lists[shown.indexOf(post)] ?? [];
  const empty = new Set(
    Object.entries({ publishing: posts, portfolio, team } as const).flatMap(([name, entries]) =>
      entries.length === 0 && !site.pages[name as ListPage].always_in_menu ? [pathTo(name as ListPage)] : [],
    ),
  );
  if (site.apps.length === 0) for (const name of ['apps', 'deleteAccount'] as const) empty.add(pathTo(name));
  const fixed = pages.filter((path) => !empty.has(path) && !isOffPath(site.pages, path));
  const own = site.own_pages.map(({ path }) => encodeURI(path));
  const undated: SitemapEntry[] = [...fixed, ...own].map((path) => ({ path }));
  const entries = [...undated, ...portfolio, ...lists.flat()];
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

const rows: Readonly<Record<string, ContractRow>> = contract;
/** The nouns whose records have pages and one public list; projects have a list for each category. */
const listed = Object.values<Entity>(entities).filter(
  ({ page, calls }) => page && calls.list && rows[calls.list]?.id === undefined,
);

async function collectPortfolio(reads: PublicReads): Promise<SitemapEntry[]> {
  const categories = [];
  for await (const page of publicContent.categories(reads)) categories.push(...page);
  const projects = await Promise.all(
    categories.map(({ id }) => collect('project', publicContent.projects(reads, id))),
  );
  return [...categories.map(({ title }) => ({ path: categoryPath(title) })), ...projects.flat()];
}

async function collect(resource: string, pages: AsyncIterable<readonly Dated[]>) {
  const entries: SitemapEntry[] = [];
  for await (const page of pages)
    for (const { id, updated_at, created_at } of page)
      entries.push({
        path: recordPage(resource, id) ?? '',
        changed: momentOf(updated_at) ?? momentOf(created_at),
      });
  return entries;
}
