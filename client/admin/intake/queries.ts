import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';
import { siteStatusQuery } from '../../api/site-status.ts';

/** One page of the forms that wait, oldest first. */
export function intakeQuery(page: number) {
  return queryOptions({
    queryKey: ['intake', page],
    queryFn: ({ signal }) => readApi('intake', { query: { page }, signal }),
  });
}

/** While another page loads, the one before stays in sight. */
export function useIntake(page: number) {
  return useQuery({ ...intakeQuery(page), placeholderData: keepPreviousData });
}

/** Asks again for the list and for the numbers in the banner and in the sidebar. */
export function refreshIntake(queries: QueryClient): void {
  for (const queryKey of [['intake'], siteStatusQuery.queryKey]) {
    queries.invalidateQueries({ queryKey }).catch(() => {
      // The list itself shows that it could not be loaded.
    });
  }
}
