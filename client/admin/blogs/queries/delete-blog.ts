import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../api/call.ts';
import { refreshBlogs } from './refresh-blogs.ts';

/** Deletes a post. The list is asked for again whatever came of it: somebody else may have been faster. */
export function useDeleteBlog() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi('deleteBlog', { params: { id } }),
    onSettled: () => refreshBlogs(queries),
  });
}
