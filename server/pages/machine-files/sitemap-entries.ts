import { categoryPath } from '#shared/category-path.ts';
import { momentOf } from '#shared/dates.ts';
import type { PublicReads } from '#shared/page-bundle.ts';
import { pathTo } from '#shared/paths.ts';
import { publicContent } from '../content/public-content.ts';
import type { SitemapEntry } from './sitemap-xml.ts';

interface Dated {
  created_at?: string | undefined;
  updated_at?: string | undefined;
}

/** Every page that visitors can find: `pages` are the paths of those that need no id. */
export async function sitemapEntries(reads: PublicReads, pages: readonly string[]): Promise<SitemapEntry[]> {
  const [posts, categories, jobs] = await Promise.all([
    publicContent.posts(reads),
    publicContent.categories(reads),
    publicContent.openJobs(reads),
  ]);
  const projects = await publicContent.projects(reads, categories);
  /** Lists change with what is in them. */
  const lists: Record<string, Date | undefined> = {
    [pathTo('publishing')]: newest(posts),
    [pathTo('portfolio')]: newest([...categories, ...projects]),
    [pathTo('careersApply')]: newest(jobs),
  };
  const entry = (path: string, item: Dated) => ({ path, changed: changeOf(item) });
  return [
    ...pages.map((path) => ({ path, changed: lists[path] })),
    ...posts.map((post) => entry(pathTo('viewBlog', { id: post.id }), post)),
    ...categories.map((category) => ({
      path: categoryPath(category.title),
      changed: newest([category, ...projects.filter(({ category_id }) => category_id === category.id)]),
    })),
    ...projects.map((project) => entry(pathTo('portfolioItem', { id: project.id }), project)),
    ...jobs.map((job) => entry(pathTo('careersApplyJob', { jobId: job.id }), job)),
  ];
}

function changeOf({ updated_at, created_at }: Dated): Date | undefined {
  return momentOf(updated_at) ?? momentOf(created_at);
}

function newest(items: readonly Dated[]): Date | undefined {
  const times = items.flatMap((item) => changeOf(item)?.getTime() ?? []);
  return times.length > 0 ? new Date(times.reduce((a, b) => Math.max(a, b))) : undefined;
}
