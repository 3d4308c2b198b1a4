import type { Blog } from '#shared/schemas/blog.ts';
import type { BlogRow, ListedBlogRow } from './repository.ts';

export function presentBlog({ summary: _summary, deleted_at: _deleted, ...row }: BlogRow): Blog {
  return row;
}

/** As lists show it: `description` is the beginning of the text. */
export function presentListedBlog({ summary, deleted_at: _deleted, ...row }: ListedBlogRow): Blog {
  return { ...row, description: summary };
}
