import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readApi } from '../../../api/call.ts';

/** Second steps of the admin's own account. */
export const securityQuery = queryOptions({
  queryKey: ['accountSecurity'],
  queryFn: ({ signal }) => readApi('accountSecurity', { signal }),
});

export function refreshSecurity(queries: QueryClient): void {
  queries.invalidateQueries({ queryKey: securityQuery.queryKey }).catch(() => {
    // A failed reload needs no handling here: the section itself shows the failure.
  });
}
