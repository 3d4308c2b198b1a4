import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';
import { pageOf } from '../../use-page-number.ts';
import { searchOf } from '../shared/ListSearch.tsx';
import { pageSizeOf } from '../shared/PageSize.tsx';

/** Which redirects are listed. */
interface RedirectFilters {
  page: number;
  perPage: number | undefined;
  /** '' is no search. */
  search: string;
}

/** The filters in these search params (`?page=&per_page=&search=`). */
export function filtersOf(params: URLSearchParams): RedirectFilters {
  return { page: pageOf(params), perPage: pageSizeOf(params), search: searchOf(params) };
}

/** One page of the redirects. It is always asked for anew: they are followed all the time. */
export function redirectsQuery({ page, perPage, search }: RedirectFilters) {
  const query = { page, per_page: perPage, search: search || undefined };
  return queryOptions({
    queryKey: ['getRedirects', query],
    queryFn: ({ signal }) => readApi('getRedirects', { query, signal }),
    staleTime: 0,
  });
}

/** While another page loads, the one before stays in sight. */
export function useRedirects(filters: RedirectFilters) {
  return useQuery({ ...redirectsQuery(filters), placeholderData: keepPreviousData });
}

export function refreshRedirects(queries: QueryClient): void {
  queries.invalidateQueries({ queryKey: ['getRedirects'] }).catch(() => {
    // A failed reload is the list's own to show.
  });
}
