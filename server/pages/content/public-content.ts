import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { PublicReads } from '#shared/page-bundle.ts';
import type { Category } from '#shared/schemas/category.ts';
import { inTurn, readList, readRow } from './read-row.ts';

const { activeBlogs, getProjectCategory, getProjects, jobs } = contract;
const { singlePost, getSingleProject, singleJob } = contract;

/** What visitors can see, as files for machines need it. Each rejects with AppError 503 when the API host fails. */
export const publicContent = {
  /** Newest first. */
  posts: (reads: PublicReads, most?: number) =>
    readList(reads, activeBlogs, most === undefined ? {} : { most }),
  fields: (reads: PublicReads) => readList(reads, getProjectCategory, {}),
  /** Of all these fields. */
  async projects(reads: PublicReads, fields: readonly Category[]) {
    const lists = await inTurn(fields, ({ id }) => readList(reads, getProjects, { id }));
    return lists.flat();
  },
  openJobs: (reads: PublicReads) => readList(reads, jobs, {}),
  /** Each 404 when there is none for visitors. */
  titles: {
    post: async (reads: PublicReads, id: Id) => (await readRow(reads, singlePost, { id })).blog_title,
    project: async (reads: PublicReads, id: Id) => (await readRow(reads, getSingleProject, { id })).title,
    job: async (reads: PublicReads, id: Id) => (await readRow(reads, singleJob, { id })).title,
  },
};
