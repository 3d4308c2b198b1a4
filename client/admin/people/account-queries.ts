import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';

/** One's own account, and where one is signed in. */
const accountQuery = queryOptions({
  queryKey: ['getAccount'],
  queryFn: ({ signal }) => readApi('getAccount', { signal }),
});

export function useAccount(enabled: boolean) {
  return useQuery({ ...accountQuery, enabled });
}

export function refreshAccount(queries: QueryClient): void {
  queries.invalidateQueries({ queryKey: accountQuery.queryKey }).catch(() => {
    // A failed reload is the screen's own to show.
  });
}
