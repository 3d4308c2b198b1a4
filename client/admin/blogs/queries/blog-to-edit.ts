import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/call.ts';

/**
 * The post that is about to be edited: asked for anew each time the form opens, and never again while it is open, so
 * that what somebody types is not measured against a moving text.
 */
export function blogToEditQuery(id: number) {
  return queryOptions({
    queryKey: ['blogToEdit', id],
    queryFn: ({ signal }) => callApi('singlePost', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useBlogToEdit(id: number) {
  return useQuery(blogToEditQuery(id));
}
