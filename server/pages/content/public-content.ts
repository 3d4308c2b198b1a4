import { contract } from '#shared/contract/index.ts';
import type { Category } from '#shared/schemas/category.ts';
import type { BundleTransport } from '../bundle.ts';
import { inTurn, readList, readRow } from './read-row.ts';

const { activeBlogs, getProjectCategory, getProjects, jobs } = contract;
const { singlePost, getSingleProject, singleJob } = contract;

/** What visitors can see, as files for machines need it. Each rejects with AppError 503 when the API host fails. */
export const publicContent = {
  /** Newest first. */
  posts: (reads: BundleTransport, most?: number) =>
    readList(reads, activeBlogs, most === undefined ? {} : { most }),
  fields: (reads: BundleTransport) => readList(reads, getProjectCategory, {}),
  /** Of all these fields. */
  async projects(reads: BundleTransport, fields: readonly Category[]) {
    const lists = await inTurn(fields, ({ id }) => readList(reads, getProjects, { id }));
    return lists.flat();
  },
  openJobs: (reads: BundleTransport) => readList(reads, jobs, {}),
  /** Each 404 when there is none for visitors. */
  titles: {
    post: async (reads: BundleTransport, id: number) => (await readRow(reads, singlePost, { id })).blog_title,
    project: async (reads: BundleTransport, id: number) =>
      (await readRow(reads, getSingleProject, { id })).title,
    job: async (reads: BundleTransport, id: number) => (await readRow(reads, singleJob, { id })).title,
  },
};
