import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';
import { pageOf } from '../../use-page-number.ts';
import { searchOf } from '../shared/ListSearch.tsx';
import { pageSizeOf } from '../shared/PageSize.tsx';

/** Filters of the list of redirects. */
interface RedirectFilters {
  page: number;
  perPage: number | undefined;
  /** Search text; '' means no search. */
  search: string;
}

/** Reads the filters from these search params (`?page=&per_page=&search=`). */
export function filtersOf(params: URLSearchParams): RedirectFilters {
  return { page: pageOf(params), perPage: pageSizeOf(params), search: searchOf(params) };
}

/**
 * One page of the redirects. Fetched again whenever it is shown, because the number of visits changes all the time.
 */
export function redirectsQuery({ page, perPage, search }: RedirectFilters) {
  const query = { page, per_page: perPage, search: search || undefined };
  return queryOptions({
    queryKey: ['getRedirects', query],
    queryFn: ({ signal }) => readApi('getRedirects', { query, signal }),
    staleTime: 0,
  });
}

/** Shows the previous page while another page loads. */
export function useRedirects(filters: RedirectFilters) {
  return useQuery({ ...redirectsQuery(filters), placeholderData: keepPreviousData });
}

export function refreshRedirects(queries: QueryClient): void {
  queries.invalidateQueries({ queryKey: ['getRedirects'] }).catch(() => {
    // A failed reload needs no handling here: the list itself shows the failure.
  });
}
