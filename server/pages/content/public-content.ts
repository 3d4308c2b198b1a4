import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { PublicReads } from '#shared/page-bundle.ts';
import { pagesOf, readRow } from './read-row.ts';

const { activeBlogs, getProjectCategory, getProjects, jobs, team } = contract;
const { singlePost, getSingleProject, singleJob } = contract;

/**
 * Reads public content for machine-readable files. Each function rejects with AppError 503 when the API host fails.
 */
export const publicContent = {
  /** The posts, newest first. */
  posts: (reads: PublicReads, max?: number) => pagesOf(reads, activeBlogs, max === undefined ? {} : { max }),
  categories: (reads: PublicReads) => pagesOf(reads, getProjectCategory, {}),
  /** The projects of one category. */
  projects: (reads: PublicReads, id: Id) => pagesOf(reads, getProjects, { id }),
  openJobs: (reads: PublicReads) => pagesOf(reads, jobs, {}),
  team: (reads: PublicReads) => pagesOf(reads, team, { max: 1 }),
  /**
   * The following functions each read the title of one record. They reject with 404 if visitors cannot see the
   * record.
   */
  titles: {
    post: async (reads: PublicReads, id: Id) => (await readRow(reads, singlePost, { id })).blog_title,
    project: async (reads: PublicReads, id: Id) => (await readRow(reads, getSingleProject, { id })).title,
    job: async (reads: PublicReads, id: Id) => (await readRow(reads, singleJob, { id })).title,
  },
};
