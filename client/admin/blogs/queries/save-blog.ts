import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../api/call.ts';
import { type BlogValues, editBlogForm, saveBlogForm } from '../form/blog-form-data.ts';
import { refreshBlogs } from './refresh-blogs.ts';

/** Names the save of one post, so that the dialog around the form knows that it runs. */
export function saveBlogKey(id: number | undefined): readonly unknown[] {
  return ['saveBlog', id ?? 'new'];
}

/** Adds a post, or changes the one of `id`. Resolves with the envelope: `status` 0 is no error here (SPEC §4). */
export function useSaveBlog(id: number | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: saveBlogKey(id),
    mutationFn: (values: BlogValues) =>
      id === undefined
        ? callApi('saveBlog', { body: saveBlogForm(values) })
        : callApi('editBlog', { body: editBlogForm(values, id) }),
    onSuccess: (answer) => {
      if (answer.status === 1) refreshBlogs(queries);
    },
  });
}
