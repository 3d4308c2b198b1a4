import { useQueryClient } from '@tanstack/react-query';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { type Blog, blogInputSchema } from '#shared/schemas/blog.ts';
import { callApi, readApi } from '../../api/call.ts';
import { textTooLarge } from '../../editor/text-size.ts';
import type { Stored } from '../../forms/conflict.ts';
import { type Problems, problemsOf, resolverOf } from '../../forms/form-rules.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';
import { useHostKeepsVersions } from '../shared/keeps-versions.ts';
import {
  appendShareImage,
  appendToldTexts,
  nothingTold,
  type ToldOutsideValues,
  toldOutsideFields,
  toldValuesOf,
} from '../shared/told-outside/told-outside-form.ts';
import { refreshBlogs } from './queries.ts';

/** What the form of a post holds, under the names on the wire (docs/product.md §7). `is_active` is text: it is typed in. */
export interface BlogValues extends ToldOutsideValues {
  blog_title: string;
  is_active: string;
  description: string;
  /** Null when none is chosen: the form library takes `undefined` for "no change". */
  blog_image: File | null;
}

/**
 * docs/product.md §7, saveBlog: blog_title, is_active, description, blog_image, in this order; with what the page tells outside
 * (§18.2) where the host takes it (`tells`).
 */
export function saveBlogForm(values: BlogValues, tells = false): FormData {
  const form = texts(values, tells);
  appendImage(form, values);
  if (tells) appendShareImage(form, values, false);
  return form;
}

/**
 * docs/product.md §7, editBlog: blog_title, is_active, description, blog_id, and blog_image when another one was chosen.
 * `version` is the `updated_at` that the edit began with; left out, the save wins over whatever is stored.
 */
export function editBlogForm(
  values: BlogValues,
  id: Id,
  version?: string | undefined,
  tells = false,
): FormData {
  const form = texts(values, tells);
  form.append('blog_id', String(id));
  if (version) form.append('updated_at', version);
  appendImage(form, values);
  if (tells) appendShareImage(form, values, true);
  return form;
}

function texts(values: BlogValues, tells: boolean): FormData {
  const form = new FormData();
  form.append('blog_title', values.blog_title.trim());
  form.append('is_active', values.is_active.trim());
  form.append('description', values.description);
  if (tells) appendToldTexts(form, values);
  return form;
}

function appendImage(form: FormData, { blog_image }: BlogValues): void {
  if (blog_image) form.append('blog_image', blog_image, blog_image.name);
}

/** In the order in which the form shows them: the first bad one gets the focus. */
const blogFields = ['blog_title', 'is_active', 'description', 'blog_image', ...toldOutsideFields] as const;

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

const empty: BlogValues = {
  blog_title: '',
  is_active: '',
  description: '',
  blog_image: null,
  ...nothingTold,
};
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
  const stored = {
    blog_title: blog.blog_title,
    is_active: String(blog.is_active),
    description: blog.description,
    blog_image: null,
    ...toldValuesOf(blog),
  };
  return { stored, version, beside: { blog_image, share_image } };
}
