import { useQueryClient } from '@tanstack/react-query';
import { textOf } from '#shared/desk-messages.ts';
import { post } from '#shared/entities/post.ts';
import type { Id } from '#shared/id.ts';
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

/**
 * Body of saveBlog (docs/product.md §7). Includes the SEO fields (§18.2) if `extensions` is true, i.e. if the host
 * accepts them.
 */
export function saveBlogForm(values: BlogValues, extensions = false): FormData {
  return entityForm(post.fields, values, { extensions });
}

/**
 * Body of editBlog (docs/product.md §7). `version` is the `updated_at` on which the edit is based. Without a version,
 * the save overwrites the stored post.
 */
export function editBlogForm(
  values: BlogValues,
  id: Id,
  version?: string | undefined,
  extensions = false,
): FormData {
  const change = { blog_id: String(id), updated_at: version };
  return entityForm(post.fields, values, { extensions, change });
}

const rules = entityRules(post.fields, blogInputSchema);

/**
 * Returns the problems of the form, by the rules of docs/product.md §5 for adding and editing a post. Any text is
 * accepted in `is_active`, because the API host decides which values are valid.
 */
export function blogProblems(values: BlogValues, isNew: boolean): Problems<BlogValues> {
  // Any text is replaced by '1' for the check, so that only an empty field is an error.
  const is_active = values.is_active.trim() && '1';
  return rules({ ...values, is_active }, isNew);
}

/** State and actions of the form of one post. Without `blog`, the form creates a new post. */
export function useBlogForm(blog: Blog | undefined, onDone: () => void) {
  const queries = useQueryClient();
  const tells = useHostSupportsVersions();
  return useResourceForm<BlogValues>({
    ...entityFormOptions(post, blog, blogProblems),
    warn: ({ is_active, description }) =>
      is_active.trim() === '1'
        ? warnOfUndescribedImages(description, blog?.is_active === 1 ? blog.description : '')
        : undefined,
    save: (values, { signal, onUpload, version }) =>
      blog
        ? callApi('editBlog', { body: editBlogForm(values, blog.id, version, tells), signal, onUpload })
        : callApi('saveBlog', { body: saveBlogForm(values, tells), signal, onUpload }),
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
