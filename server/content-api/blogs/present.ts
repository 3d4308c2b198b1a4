import type { Blog } from '#shared/schemas/blog.ts';
import { shownId } from '../../database/public-ids.ts';
import { summaryOf, withoutUntold } from '../told-outside.ts';
import type { BlogRow, ListedBlogRow } from './repository.ts';

export function presentBlog({
  summary: _summary,
  deleted_at: _deleted,
  extra: _extra,
  public_id,
  ...row
}: BlogRow): Blog {
  return withoutUntold({ ...row, id: shownId({ id: row.id, public_id }) });
}

/** As lists show it: `description` is the excerpt, or the beginning of the text; what only the page itself tells is left out. */
export function presentListedBlog(row: ListedBlogRow): Blog {
  return {
    id: shownId(row),
    blog_title: row.blog_title,
    description: summaryOf(row),
    blog_image: row.blog_image,
    is_active: row.is_active,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
