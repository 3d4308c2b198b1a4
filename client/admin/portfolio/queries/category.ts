import { queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../../api/call.ts';

/** One category, as the screen of its projects shows it. */
export function categoryQuery(id: number) {
  return queryOptions({
    queryKey: ['getSingleCategory', 'admin', id],
    queryFn: ({ signal }) => readApi('getSingleCategory', { params: { id }, signal }),
  });
}

export function useCategory(id: number) {
  return useQuery(categoryQuery(id));
}
