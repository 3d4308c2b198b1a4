import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { readApi } from '../../api/call.ts';

/** One category, as the screen of its projects shows it. */
export function categoryQuery(id: Id) {
  return queryOptions({
    queryKey: ['getSingleCategory', 'admin', id],
    queryFn: ({ signal }) => readApi('getSingleCategory', { params: { id }, signal }),
  });
}

export function useCategory(id: Id) {
  return useQuery(categoryQuery(id));
}
