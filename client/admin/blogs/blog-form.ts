import { useQueryClient } from '@tanstack/react-query';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { formOrder } from '#shared/entities/entity.ts';
import { post } from '#shared/entities/post.ts';
import type { Id } from '#shared/id.ts';
import { type Blog, blogInputSchema } from '#shared/schemas/blog.ts';
import { callApi, readApi } from '../../api/call.ts';
import { textTooLarge } from '../../editor/text-size.ts';
import type { Stored } from '../../forms/conflict.ts';
import { type Problems, problemsOf, resolverOf } from '../../forms/form-rules.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';
import { type EntityValues, entityForm, entityValues } from '../shared/entity-form.ts';
import { useHostKeepsVersions } from '../shared/keeps-versions.ts';
import { refreshBlogs } from './queries.ts';

export type BlogValues = EntityValues<typeof post.fields>;

/** docs/product.md §7, saveBlog; with what the page tells outside (§18.2) where the host takes it (`extensions`). */
export function saveBlogForm(values: BlogValues, extensions = false): FormData {
  return entityForm(post.fields, values, { extensions });
}

/**
 * docs/product.md §7, editBlog. `version` is the `updated_at` that the edit began with; left out, the save wins over whatever is stored.
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

const blogFields = formOrder(post) as (keyof BlogValues)[];

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
  if (isNew && !values.blog_image) problems.blog_image = deskMessages['blog.imageRequired'];
  return problems;
}

const empty: BlogValues = entityValues(post.fields);
const newRules = resolverOf((values: BlogValues) => blogProblems(values, true));
const editRules = resolverOf((values: BlogValues) => blogProblems(values, false));

/** State and actions of the form of one post; of a new one when `blog` is left out. */
export function useBlogForm(blog: Blog | undefined, onDone: () => void) {
  const queries = useQueryClient();
  const tells = useHostKeepsVersions();
  return useResourceForm<BlogValues>({
    draftKey: `blog:${blog ? formNameOf(blog.id) : 'new'}`,
    ...(blog ? storedOf(blog) : { stored: empty }),
    resolver: blog ? editRules : newRules,
    fields: blogFields,
    save: (values, { signal, onUpload, version }) =>
      blog
        ? callApi('editBlog', { body: editBlogForm(values, blog.id, version, tells), signal, onUpload })
        : callApi('saveBlog', { body: saveBlogForm(values, tells), signal, onUpload }),
    onSaved: () => {
      refreshBlogs(queries);
      notify.success(textOf(blog ? 'blog.updated' : 'blog.added'));
      onDone();
    },
    // docs/product.md §4: an answer without success just closes the form; the draft keeps the input.
    onRefused: onDone,
    ...(blog && {
      reload: async () => storedOf(await readApi('singlePost', { params: { id: blog.id }, asStored: true })),
    }),
  });
}

export type BlogFormState = ReturnType<typeof useBlogForm>;

function storedOf(blog: Blog): Stored<BlogValues> {
  const { blog_image, share_image, updated_at: version } = blog;
  const stored = entityValues(post.fields, blog);
  return { stored, version, beside: { blog_image, share_image } };
}
