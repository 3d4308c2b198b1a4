import { queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';
import { readAllPages } from '../../api/read-all-pages.ts';

/** Every category, for those who choose one. */
function allCategoriesQuery() {
  return queryOptions({
    queryKey: ['getProjectCategory', 'admin', 'all'],
    queryFn: ({ signal }) =>
      readAllPages((page) => readApi('getProjectCategory', { query: { page }, signal })),
  });
}

export function useAllCategories() {
  return useQuery(allCategoriesQuery());
}
