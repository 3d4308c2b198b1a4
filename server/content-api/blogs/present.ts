import { post } from '#shared/entities/post.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { shownId } from '../../database/public-ids.ts';
import { answeredFields, summaryOf } from '../answered-fields.ts';
import type { BlogRow, ListedBlogRow } from './repository.ts';

export function presentBlog(row: BlogRow): Blog {
  const { description } = row;
  return { id: shownId(row), ...answeredFields<Blog>(post.fields, row, 'alone'), description };
}

/**
 * Returns a post for lists: `description` is the excerpt, or the beginning of the text; fields that only the page
 * needs are left out.
 */
export function presentListedBlog(row: ListedBlogRow): Blog {
  const answered = answeredFields<Blog>(post.fields, row, 'in a list');
  return { id: shownId(row), ...answered, description: summaryOf(row) };
}
