import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';

/** One page of all posts. */
export function blogsQuery(page: number) {
  return queryOptions({
    queryKey: ['blogs', page],
    queryFn: ({ signal }) => readApi('blogs', { query: { page }, signal }),
  });
}

/** While another page loads, the one before stays in sight. */
export function useBlogs(page: number) {
  return useQuery({ ...blogsQuery(page), placeholderData: keepPreviousData });
}
