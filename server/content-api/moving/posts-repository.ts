import { richTextSummary } from '#shared/rich-text-summary.ts';
import { blogInputSchema } from '#shared/schemas/blog.ts';
import { shownId } from '../../database/public-ids.ts';
import { filesOfBlogs } from '../blogs/repository.ts';
import { brokenRule } from './form-rules.ts';
import { commonOf, extraOf, type MovedRows, momentsOf, optionalFileAt } from './rows-repository.ts';

export const movedPosts: MovedRows<'posts'> = {
  table: 'blogs',
  batch: 1,
  async read(db, ids) {
    const rows = await db
      .selectFrom('blogs')
      .selectAll()
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: shownId(row),
      created_at: row.created_at,
      updated_at: row.updated_at,
      blog_title: row.blog_title,
      description: row.description,
      blog_image: optionalFileAt(row.blog_image),
      is_active: row.is_active === 1 ? 1 : 0,
      excerpt: row.excerpt,
      search_title: row.search_title,
      search_description: row.search_description,
      share_image: optionalFileAt(row.share_image),
      ...extraOf(row),
    }));
  },
  async problem(_db, record) {
    return brokenRule(blogInputSchema, record, ['description']);
  },
  async write(tx, record, { id, isThere, place }) {
    const values = {
      ...commonOf(record),
      ...(await momentsOf(tx, 'blogs', record, { id, isThere })),
      blog_title: record.blog_title,
      summary: richTextSummary(record.description),
      description: record.description,
      blog_image: place(record.blog_image),
      is_active: record.is_active,
      excerpt: record.excerpt,
      search_title: record.search_title,
      search_description: record.search_description,
      share_image: place(record.share_image),
    };
    if (!isThere) {
      await tx
        .insertInto('blogs')
        .values({ ...values, id })
        .execute();
      return [];
    }
    const before = await filesOfBlogs(tx, [id]);
    await tx.updateTable('blogs').set(values).where('id', '=', id).execute();
    return before;
  },
};
