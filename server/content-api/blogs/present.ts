import type { Blog } from '#shared/schemas/blog.ts';
import type { BlogRow, ListedBlogRow } from './repository.ts';

export function presentBlog(row: BlogRow): Blog {
  return { ...presentListedBlog(row), description: row.description };
}

/** As lists show it: `description` is the beginning of the text. */
export function presentListedBlog(row: ListedBlogRow): Blog {
  return {
    id: row.id,
    blog_title: row.blog_title,
    description: row.summary,
    blog_image: row.blog_image,
    is_active: row.is_active,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
