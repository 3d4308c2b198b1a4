import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';

/** The admin's own account and sessions. */
const accountQuery = queryOptions({
  queryKey: ['getAccount'],
  queryFn: ({ signal }) => readApi('getAccount', { signal }),
});

export function useAccount(enabled: boolean) {
  return useQuery({ ...accountQuery, enabled });
}

export function refreshAccount(queries: QueryClient): void {
  queries.invalidateQueries({ queryKey: accountQuery.queryKey }).catch(() => {
    // A failed reload needs no handling here: the screen itself shows the failure.
  });
}
