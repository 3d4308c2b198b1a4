import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';

/** One page of all categories. */
export function categoriesQuery(page: number) {
  return queryOptions({
    queryKey: ['getProjectCategory', 'admin', page],
    queryFn: ({ signal }) => readApi('getProjectCategory', { query: { page }, signal }),
  });
}

/** While another page loads, the one before stays in sight. */
export function useCategories(page: number) {
  return useQuery({ ...categoriesQuery(page), placeholderData: keepPreviousData });
}
