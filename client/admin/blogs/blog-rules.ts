import { messages } from '#shared/messages.ts';
import { blogInputSchema } from '#shared/schemas/blog.ts';
import { textTooLarge } from '../../editor/text-size.ts';
import { type Problems, problemsOf } from '../../forms/form-rules.ts';
import type { BlogValues } from './blog-form-data.ts';

/** In the order in which the form shows them: the first bad one gets the focus. */
export const blogFields = ['blog_title', 'is_active', 'description', 'blog_image'] as const;

/**
 * docs/product.md §5, add and edit blog. Only presence is checked of `is_active`: what it may be is the API host's to say.
 * The image is needed for a new post only. A text over the limit is told here, before megabytes travel to be refused.
 */
export function blogProblems(values: BlogValues, isNew: boolean): Problems<BlogValues> {
  // Any word stands for a 1 here, so that only an empty field is told.
  const is_active = values.is_active.trim() && '1';
  const problems = problemsOf<BlogValues>(blogInputSchema, { ...values, is_active });
  const tooLarge = textTooLarge(values.description);
  if (tooLarge) problems.description ??= tooLarge;
  if (isNew && !values.blog_image) problems.blog_image = messages['blog.imageRequired'];
  return problems;
}
