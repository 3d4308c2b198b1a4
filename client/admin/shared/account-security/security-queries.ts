import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readApi } from '../../../api/call.ts';

/** What protects one's own account besides its password. */
export const securityQuery = queryOptions({
  queryKey: ['accountSecurity'],
  queryFn: ({ signal }) => readApi('accountSecurity', { signal }),
});

export function refreshSecurity(queries: QueryClient): void {
  queries.invalidateQueries({ queryKey: securityQuery.queryKey }).catch(() => {
    // A failed reload is the section's own to show.
  });
}
