import type { Selectable } from 'kysely';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import { isoNow } from '../clock.ts';
import { countRows, readPage } from '../database/read-page.ts';
import type { Db, Tables } from '../database/types.ts';

export type BlogRow = Selectable<Tables['blogs']>;

/** A post as lists have it: without its whole text. */
export type ListedBlogRow = Omit<BlogRow, 'description'>;

const listed = [
  'id',
  'blog_title',
  'summary',
  'blog_image',
  'is_active',
  'deleted_at',
  'created_at',
  'updated_at',
] as const satisfies (keyof ListedBlogRow)[];

/** What an admin writes of a post. */
export interface BlogValues {
  blog_title: string;
  description: string;
  is_active: 0 | 1;
}

/** One page of posts, newest first; all of them or the active ones. Their whole texts are not read. */
export function pageOfBlogs(
  db: Db,
  page: number,
  which: { activeOnly: boolean },
): Promise<Page<ListedBlogRow>> {
  const { activeOnly } = which;
  return readPage(
    db,
    page,
    (tx) =>
      countRows(
        tx
          .selectFrom('blogs')
          .select((select) => select.fn.countAll().as('total'))
          .where('deleted_at', 'is', null)
          .$if(activeOnly, (query) => query.where('is_active', '=', 1)),
      ),
    (tx, limit, offset) =>
      tx
        .selectFrom('blogs')
        .select(listed)
        .where('deleted_at', 'is', null)
        .$if(activeOnly, (query) => query.where('is_active', '=', 1))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  );
}

export function findBlog(db: Db, id: number): Promise<BlogRow | undefined> {
  return db.selectFrom('blogs').selectAll().where('id', '=', id).executeTakeFirst();
}

export function insertBlog(db: Db, values: BlogValues & { blog_image: string }): Promise<BlogRow> {
  const now = isoNow();
  return db
    .insertInto('blogs')
    .values({ ...values, summary: richTextSummary(values.description), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a post; without `blog_image` it keeps the one it has. */
export function updateBlog(
  db: Db,
  id: number,
  values: BlogValues & { blog_image?: string },
): Promise<BlogRow | undefined> {
  return db
    .updateTable('blogs')
    .set({ ...values, summary: richTextSummary(values.description), updated_at: isoNow() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a post and gives what it was. */
export function deleteBlog(db: Db, id: number): Promise<BlogRow | undefined> {
  return db.deleteFrom('blogs').where('id', '=', id).returningAll().executeTakeFirst();
}
