import { type Expression, type SqlBool, sql } from 'kysely';
import { post } from '#shared/entities/post.ts';
import { type Blog, blogChangeSchema, blogInputSchema } from '#shared/schemas/blog.ts';
import { rowIdOf } from '../../database/public-ids.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import type { EngineCall, Handlers } from '../calls.ts';
import { contentHandlers } from '../content/handlers.ts';
import { presentRow } from '../content/present.ts';
import { posts } from '../content/tables.ts';
import type { MediaStore } from '../media/store.ts';
import { withDetails, withDetailsOf } from '../pictures/repository.ts';

export function blogHandlers(db: Db, media: MediaStore): Handlers {
  const page = async (call: EngineCall, conditions: Expression<SqlBool>[] = []) => {
    const found = await posts.page(db, call.page, conditions);
    const blogs = found.data.map((row) => presentRow<Blog>(post, row, 'in a list'));
    return { data: { ...found, data: await withDetails(db, blogs, ({ blog_image }) => [blog_image]) } };
  };
  const content = contentHandlers(db, media, {
    rows: posts,
    word: 'blog',
    input: blogInputSchema,
    changeInput: blogChangeSchema,
    present: (row) => presentRow(post, row, 'alone'),
    idOf: ({ blog_id }) => rowIdOf(db, 'blogs', blog_id),
  });
  return {
    blogs: (call) => page(call),
    activeBlogs: (call) => page(call, [sql<SqlBool>`is_active = 1`]),
    async singlePost(call) {
      const blog = await posts.find(db, call.id);
      if (!blog && (await wasActive(db, call.id))) throw new AppError('blog.gone', 410);
      assertThat(blog && (blog.is_active === 1 || call.admin), 'blog.notFound', 404);
      const shown = presentRow<Blog>(post, blog, 'alone');
      return { data: await withDetailsOf(db, shown, [blog.blog_image, blog.share_image]) };
    },
    saveBlog: content.add,
    editBlog: content.change,
    deleteBlog: content.remove,
  };
}

/** True if visitors could read this post before it was deleted. */
async function wasActive(db: Db, id: RowId) {
  const [row] = await posts.listed(db, [id]);
  return row?.is_active === 1 && row.deleted_at !== null;
}
