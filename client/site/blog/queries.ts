import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';

const none: CallData<'activeBlogs'> = { data: [], current_page: 1, last_page: 1 };

/**
 * One page of active posts, newest first. The page is empty if the API host lacks this call, which is an extension
 * (docs/calls.md).
 */
export function activeBlogsQuery(page: number) {
  return queryOptions({
    queryKey: ['activeBlogs', page],
    queryFn: async ({ client, signal }) => {
      try {
        return await readApi('activeBlogs', { query: { page }, client, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return none;
        throw error;
      }
    },
  });
}

export function useActiveBlogs(page: number) {
  return useQuery(activeBlogsQuery(page));
}

/**
 * One post, by the id in the URL. Rejects with `ApiError`; with 404 if there is no post that this visitor may see.
 */
export function singleBlogQuery(id: string) {
  return queryOptions({
    queryKey: ['singlePost', id],
    queryFn: ({ client, signal }) => readApi('singlePost', { params: { id }, client, signal }),
  });
}

export function useSingleBlog(id: string) {
  return useQuery(singleBlogQuery(id));
}
