import { useQueryClient } from '@tanstack/react-query';
import { textOf } from '#shared/desk-messages.ts';
import { post } from '#shared/entities/post.ts';
import { type Blog, blogInputSchema } from '#shared/schemas/blog.ts';
import { callApi, readApi } from '../../api/call.ts';
import type { Problems } from '../../forms/form-rules.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';
import {
  type EntityValues,
  entityForm,
  entityFormOptions,
  entityRules,
  storedEntity,
} from '../shared/entity-form.ts';
import { warnOfUndescribedImages } from '../shared/undescribed-images.ts';
import { useHostSupportsVersions } from '../shared/version-support.ts';
import { refreshBlogs } from './queries.ts';

export type BlogValues = EntityValues<typeof post.fields>;

const rules = entityRules(post.fields, blogInputSchema);

/**
 * Returns the problems of the form, by the rules of docs/product.md §5 for adding and editing a post. Any text is
 * accepted in `is_active`, because the API host decides which values are valid.
 */
function blogProblems(values: BlogValues, isNew: boolean): Problems<BlogValues> {
  // Any text is replaced by '1' for the check, so that only an empty field is an error.
  const is_active = values.is_active.trim() && '1';
  return rules({ ...values, is_active }, isNew);
}

/** State and actions of the form of one post. Without `blog`, the form creates a new post. */
export function useBlogForm(blog: Blog | undefined, onDone: () => void) {
  const queries = useQueryClient();
  /** True if the host accepts the SEO fields (docs/product.md §18.2). */
  const extensions = useHostSupportsVersions();
  return useResourceForm<BlogValues>({
    ...entityFormOptions(post, blog, blogProblems),
    warn: ({ is_active, description }) =>
      is_active.trim() === '1'
        ? warnOfUndescribedImages(description, blog?.is_active === 1 ? blog.description : '')
        : undefined,
    save: (values, { signal, onUpload, version }) =>
      blog
        ? callApi('editBlog', {
            body: entityForm(post.fields, values, {
              extensions,
              change: { blog_id: String(blog.id), updated_at: version },
            }),
            signal,
            onUpload,
          })
        : callApi('saveBlog', { body: entityForm(post.fields, values, { extensions }), signal, onUpload }),
    onSaved: () => {
      refreshBlogs(queries);
      notify.success(textOf(blog ? 'blog.updated' : 'blog.added'));
      onDone();
    },
    // docs/product.md §4: an answer without success closes the form; the draft retains the input.
    onRefused: onDone,
    ...(blog && {
      reload: async () =>
        storedEntity(post.fields, await readApi('singlePost', { params: { id: blog.id }, asStored: true })),
    }),
  });
}

export type BlogFormState = ReturnType<typeof useBlogForm>;
