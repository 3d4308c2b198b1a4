import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';

/** One page of the people who work here or are invited. Shows the previous page while another page loads. */
export function usePeople(page: number, enabled: boolean) {
  return useQuery({
    queryKey: ['getPeople', page],
    queryFn: ({ signal }) => readApi('getPeople', { query: { page }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function refreshPeople(queries: QueryClient): void {
  queries.invalidateQueries({ queryKey: ['getPeople'] }).catch(() => {
    // A failed reload needs no handling here: the list itself shows the failure.
  });
}
