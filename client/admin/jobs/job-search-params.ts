import { useMemo } from 'react';
import { limits } from '#shared/limits.ts';
import { type JobStatus, jobStatuses } from '#shared/schemas/job.ts';
import { pageOf } from '../../use-page-number.ts';
import { useNewestSearchParams } from '../../use-search-params.ts';

/** What the list of jobs is filtered by, as the search params say: `?status=&search=&page=`. */
export interface JobFilters {
  status: JobStatus | undefined;
  /** Trimmed, at most as long as the server takes; '' is no search. */
  search: string;
  page: number;
}

/** The filters in these search params; values that no filter has are ignored. */
export function filtersOf(searchParams: URLSearchParams): JobFilters {
  const status = searchParams.get('status');
  return {
    status: jobStatuses.find((known) => known === status),
    search: (searchParams.get('search') ?? '').trim().slice(0, limits.search),
    page: pageOf(searchParams),
  };
}

/** The search params of other filters, on page 1. Params that are no filters stay. */
export function withFilters(
  searchParams: URLSearchParams,
  change: Partial<Pick<JobFilters, 'status' | 'search'>>,
): URLSearchParams {
  const { status, search } = { ...filtersOf(searchParams), ...change };
  const next = new URLSearchParams(searchParams);
  for (const [name, value] of Object.entries({ status, search, page: undefined })) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

type Change = Partial<Pick<JobFilters, 'status' | 'search'>>;

/** The filters in the search params, and what changes them. `replace` leaves no step in the history. */
export function useJobFilters(): [JobFilters, (change: Change, how?: { replace: boolean }) => void] {
  const [searchParams, setSearchParams] = useNewestSearchParams();
  const filters = useMemo(() => filtersOf(searchParams), [searchParams]);
  return [filters, (change, how) => setSearchParams((before) => withFilters(before, change), how)];
}
