import { contract } from '#shared/contract/index.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import type { Category } from '#shared/schemas/category.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import type { Project } from '#shared/schemas/project.ts';
import type { BundleTransport } from '../bundle.ts';
import { inTurn, readList, readRow } from './read-row.ts';

/** What visitors can see, as files for machines need it. Each rejects with AppError 503 when the API host fails. */
export interface PublicContent {
  /** Newest first. */
  posts(signal: AbortSignal, most?: number): Promise<Blog[]>;
  fields(signal: AbortSignal): Promise<Category[]>;
  /** Of all these fields. */
  projects(fields: readonly Category[], signal: AbortSignal): Promise<Project[]>;
  openJobs(signal: AbortSignal): Promise<ListedJob[]>;
  /** Each 404 when there is none for visitors. */
  postTitle(id: number, signal: AbortSignal): Promise<string>;
  projectTitle(id: number, signal: AbortSignal): Promise<string>;
  jobTitle(id: number, signal: AbortSignal): Promise<string>;
}

export function publicContent(reads: BundleTransport): PublicContent {
  const { activeBlogs, getProjectCategory, getProjects, jobs } = contract;
  const { singlePost, getSingleProject, singleJob } = contract;
  return {
    posts: (signal, most) => readList(reads, activeBlogs, most === undefined ? {} : { most }, signal),
    fields: (signal) => readList(reads, getProjectCategory, {}, signal),
    async projects(fields, signal) {
      const lists = await inTurn(fields, ({ id }) => readList(reads, getProjects, { id }, signal));
      return lists.flat();
    },
    openJobs: (signal) => readList(reads, jobs, {}, signal),
    postTitle: async (id, signal) => (await readRow(reads, singlePost, { id }, signal)).blog_title,
    projectTitle: async (id, signal) => (await readRow(reads, getSingleProject, { id }, signal)).title,
    jobTitle: async (id, signal) => (await readRow(reads, singleJob, { id }, signal)).title,
  };
}
