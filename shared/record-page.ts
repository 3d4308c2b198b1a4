import type { Id } from './id.ts';
import { pathTo } from './paths.ts';
import type { PreviewResource } from './schemas/preview.ts';

const pages: Record<PreviewResource, (id: Id) => string> = {
  blog: (id) => pathTo('viewBlog', { id }),
  project: (id) => pathTo('portfolioItem', { id }),
  job: (jobId) => pathTo('careersApplyJob', { jobId }),
};

/** Returns the address of the page that shows a record to visitors, if records of its kind have one. */
export function recordPage(resource: string, id: Id) {
  return Object.hasOwn(pages, resource) ? pages[resource as PreviewResource](id) : undefined;
}
