import type { Selectable } from 'kysely';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import type { BlogInput } from '#shared/schemas/blog.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import { isoAfter, isoNow } from '../../database/clock.ts';
import { countRows, readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

export type BlogRow = Selectable<Tables['blogs']>;

/** A post in a list: without its whole text. */
export type ListedBlogRow = Omit<BlogRow, 'description' | 'extra'>;

const listed = [
  'id',
  'public_id',
  'blog_title',
  'summary',
  'excerpt',
  'search_title',
  'search_description',
  'share_image',
  'blog_image',
  'is_active',
  'deleted_at',
  'created_at',
  'updated_at',
] as const satisfies (keyof ListedBlogRow)[];

/** Reads one page of posts, newest first; all or only the active ones. Whole texts are not read. */
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

/** Finds a post that is not deleted. */
export function findBlog(db: Db, id: RowId): Promise<BlogRow | undefined> {
  return db
    .selectFrom('blogs')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Finds a post that is not deleted, without its whole text. */
export function findListedBlog(db: Db, id: RowId): Promise<ListedBlogRow | undefined> {
  return db
    .selectFrom('blogs')
    .select(listed)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Returns the posts with these ids, with the columns that lists need, in no particular order. */
export function listedBlogs(db: Db, ids: readonly RowId[]): Promise<ListedBlogRow[]> {
  return db.selectFrom('blogs').select(listed).where('id', 'in', ids).execute();
}

/** True if visitors could read this post before it was deleted. */
export async function isDeletedBlog(db: Db, id: RowId): Promise<boolean> {
  const found = await db
    .selectFrom('blogs')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', 1)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

export function insertBlog(
  db: Db,
  values: BlogInput & { blog_image: string; share_image?: string },
): Promise<BlogRow> {
  const now = isoNow();
  return db
    .insertInto('blogs')
    .values({ ...values, summary: richTextSummary(values.description), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a post; without `blog_image` the present image stays. */
export function updateBlog(
  db: Db,
  before: Pick<BlogRow, 'id' | 'updated_at'>,
  values: BlogInput & { blog_image?: string; share_image?: string | null },
): Promise<BlogRow> {
  return db
    .updateTable('blogs')
    .set({
      ...values,
      summary: richTextSummary(values.description),
      updated_at: isoAfter(before.updated_at),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the files of these posts, deleted posts included. */
export async function filesOfBlogs(db: Db, ids: readonly RowId[]): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('blogs')
    .select(['blog_image', 'share_image'])
    .where('id', 'in', ids)
    .execute();
  return rows.flatMap((row) => [row.blog_image, row.share_image]);
}
