import { afterAll, beforeAll, it } from 'vitest';
import { pageOfApplicants } from '../../../server/content-api/applicants/repository.ts';
import { findListedBlog, isDeletedBlog, pageOfBlogs } from '../../../server/content-api/blogs/repository.ts';
import {
  findCategoryByTitle,
  pageOfCategories,
  softDeleteLogoUnlessLast,
} from '../../../server/content-api/categories/repository.ts';
import { pageOfOpenJobs } from '../../../server/content-api/jobs/open-jobs-repository.ts';
import { findJob, pageOfJobs } from '../../../server/content-api/jobs/repository.ts';
import { findMessage, pageOfMessages } from '../../../server/content-api/messages/repository.ts';
import { softDeleteImageUnlessLast } from '../../../server/content-api/projects/images-repository.ts';
import {
  findProject,
  insertProject,
  pageOfProjects,
} from '../../../server/content-api/projects/repository.ts';
import { deletedBefore, restoreRow } from '../../../server/content-api/row-records/trash-repository.ts';
import { oldVersions, pageOfVersions } from '../../../server/content-api/row-records/versions-repository.ts';
import { newestFound } from '../../../server/database/search.ts';
import type { Db } from '../../../server/database/types.ts';
import { emptyDatabase } from '../../support/engine/jobs-memory.ts';
import { expectIndexed, queriesOf } from '../../support/engine/query-plan.ts';

let db: Db;
beforeAll(async () => {
  db = await emptyDatabase();
  const at = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
  await db
    .insertInto('categories')
    .values({ id: 1, title: 'C', title_key: 'c', image: 'x', ...at })
    .execute();
  const texts = { title: 'P', description: 'x', video: null, project_url: null };
  await insertProject(db, { ...texts, v_order: 1, category_id: 1 }, ['a', 'b']);
});
afterAll(() => db.destroy());

it.each<[string, (on: Db) => Promise<unknown>]>([
  ['posts', (on) => pageOfBlogs(on, 3, { activeOnly: false })],
  ['active posts', (on) => pageOfBlogs(on, 3, { activeOnly: true })],
  ['a post', (on) => findListedBlog(on, 1)],
  ['a deleted post', (on) => isDeletedBlog(on, 1)],
  ['categories', (on) => pageOfCategories(on, 1)],
  ['the category of a title', (on) => findCategoryByTitle(on, 'C')],
  ['the projects of a category', (on) => pageOfProjects(on, 1, 1)],
  ['a project', (on) => findProject(on, 1)],
  ['a logo that goes', (on) => softDeleteLogoUnlessLast(on, 1)],
  ['an image that goes', (on) => softDeleteImageUnlessLast(on, 1)],
  ['jobs', (on) => pageOfJobs(on, 3, { status: 'draft' })],
  ['jobs that are searched', (on) => pageOfJobs(on, 3, { search: 'a' })],
  ['a job', (on) => findJob(on, 1)],
  ['applicants', (on) => pageOfApplicants(on, 3, {}, 'name')],
  ['the applicants of a job', (on) => pageOfApplicants(on, 1, { job_id: 7, status: 'new' })],
  ['a message', (on) => findMessage(on, 1)],
  ['what is in the trash', (on) => deletedBefore(on, 'blogs', '2026', 10)],
  ['what comes back', (on) => restoreRow(on, 'jobs', 1, '2026')],
  ['versions', (on) => pageOfVersions(on, 'blog', 1, 3)],
  ['old versions', (on) => oldVersions(on, '2026-01-01', 10)],
  ['what is found', (on) => newestFound(on, 'search_texts', ['lantern'], 5, 'blog')],
])('%s are read by an index, without sorting', async (_what, read) => {
  for (const query of await queriesOf(db, read)) await expectIndexed(db, query);
});

it.each<[string, (on: Db) => Promise<unknown>]>([
  ['open jobs and their facets', (on) => pageOfOpenJobs(on, 3, { search: 'a b', department: 'X' })],
  ['the unread of a job', (on) => pageOfApplicants(on, 1, { job_id: 7, is_read: '0' }, 'rating')],
  ['applicants that are searched', (on) => pageOfApplicants(on, 3, { search: 'person 49' }, 'name')],
])('%s are read by an index, and the few that are left are sorted', async (_what, read) => {
  for (const query of await queriesOf(db, read)) await expectIndexed(db, query, { sorts: true });
});

it('messages are read by an index, but for the totals, which are a row for each status', async () => {
  for (const filters of [
    { status: 'new' },
    { folder: 'inbox' },
    { type: 'contact', folder: 'archive' },
  ] as const) {
    const [, ...queries] = await queriesOf(db, (on) => pageOfMessages(on, 3, filters));
    for (const query of queries) await expectIndexed(db, query);
  }
});
