import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#shared/messages.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { callApi, readApi } from '../../api/call.ts';
import { resolverOf } from '../../forms/form-rules.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';
import { type BlogValues, editBlogForm, saveBlogForm } from './blog-form-data.ts';
import { blogFields, blogProblems } from './blog-rules.ts';
import { refreshBlogs } from './refresh-blogs.ts';

const empty: BlogValues = { blog_title: '', is_active: '', description: '', blog_image: null };
const newRules = resolverOf((values: BlogValues) => blogProblems(values, true));
const editRules = resolverOf((values: BlogValues) => blogProblems(values, false));

/** State and actions of the form of one post; of a new one when `blog` is left out. */
export function useBlogForm(blog: Blog | undefined, onDone: () => void) {
  const queries = useQueryClient();
  return useResourceForm<BlogValues>({
    draftKey: `blog:${blog?.id ?? 'new'}`,
    stored: blog ? valuesOf(blog) : empty,
    version: blog?.updated_at,
    resolver: blog ? editRules : newRules,
    fields: blogFields,
    save: (values, { signal, onUpload, version }) =>
      blog
        ? callApi('editBlog', { body: editBlogForm(values, blog.id, version), signal, onUpload })
        : callApi('saveBlog', { body: saveBlogForm(values), signal, onUpload }),
    onSaved: () => {
      refreshBlogs(queries);
      notify.success(messages[blog ? 'blog.updated' : 'blog.added']);
      onDone();
    },
    // docs/product.md §4: an answer without success just closes the form; the draft keeps the input.
    onRefused: onDone,
    ...(blog && {
      reload: async () => {
        const newest = await readApi('singlePost', { params: { id: blog.id } });
        return { stored: valuesOf(newest), version: newest.updated_at };
      },
    }),
  });
}

export type BlogFormState = ReturnType<typeof useBlogForm>;

function valuesOf(blog: Blog): BlogValues {
  return {
    blog_title: blog.blog_title,
    is_active: String(blog.is_active),
    description: blog.description,
    blog_image: null,
  };
}
