import type { FieldErrors, Resolver } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { describeTextSize, richTextBytes } from '../../../editor/content/text-size.ts';
import type { BlogValues } from './blog-form-data.ts';

/** In the order in which the form shows them: the first bad one gets the focus. */
export const blogFields = ['blog_title', 'is_active', 'description', 'blog_image'] as const;

/**
 * docs/product.md §5, add and edit blog. Only presence is checked of `is_active`: what it may be is the API host's to say.
 * The image is needed for a new post only. A text over the limit is told here, before megabytes travel to be refused.
 */
export function blogProblems(values: BlogValues, isNew: boolean): Partial<Record<keyof BlogValues, string>> {
  const problems: Partial<Record<keyof BlogValues, string>> = {};
  if (!values.blog_title.trim()) problems.blog_title = messages['blog.titleRequired'];
  if (!values.is_active.trim()) problems.is_active = messages['blog.activeRequired'];
  if (isEmptyRichText(values.description)) problems.description = messages['blog.descriptionRequired'];
  else if (values.description.length > limits.richTextBytes / 4) {
    const size = describeTextSize(richTextBytes(values.description));
    if (size.over && size.text) problems.description = size.text;
  }
  if (isNew && !values.blog_image) problems.blog_image = messages['blog.imageRequired'];
  return problems;
}

/** The rules in the form library's shape. */
export function blogResolver(isNew: boolean): Resolver<BlogValues> {
  return (values) => {
    const problems = Object.entries(blogProblems(values, isNew));
    if (problems.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(problems.map(([name, message]) => [name, { type: 'rule', message }]));
    return { values: {}, errors: errors as FieldErrors<BlogValues> };
  };
}
