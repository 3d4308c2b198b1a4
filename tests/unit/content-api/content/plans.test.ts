import { afterAll, beforeAll, it } from 'vitest';
import {
  findListedBlog,
  isDeletedBlog,
  pageOfBlogs,
} from '../../../../server/content-api/blogs/repository.ts';
import {
  findCategoryByTitle,
  pageOfCategories,
  softDeleteLogoUnlessLast,
} from '../../../../server/content-api/categories/repository.ts';
import { softDeleteImageUnlessLast } from '../../../../server/content-api/projects/images-repository.ts';
import {
  findProject,
  insertProject,
  pageOfProjects,
} from '../../../../server/content-api/projects/repository.ts';
import type { Db } from '../../../../server/database/types.ts';
import { emptyDatabase } from '../../../support/engine/jobs-memory.ts';
import { expectIndexed, queriesOf } from '../../../support/engine/query-plan.ts';

let db: Db;
beforeAll(async () => {
  db = await emptyDatabase();
  const at = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
  await db
    .insertInto('categories')
    .values({ id: 1, title: 'C', title_key: 'c', image: 'x', ...at })
    .execute();
  const project = {
    title: 'P',
    description: 'x',
    video: null,
    v_order: 1,
    project_url: null,
    category_id: 1,
  };
  await insertProject(db, project, ['a', 'b']);
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
])('%s are read by an index, without sorting', async (_what, read) => {
  for (const query of await queriesOf(db, read)) await expectIndexed(db, query);
});
