import { useMemo } from 'react';
import { limits } from '#shared/limits.ts';
import { type JobStatus, jobStatuses } from '#shared/schemas/job.ts';
import { pageOf } from '../../use-page-number.ts';
import { useNewestSearchParams } from '../../use-search-params.ts';

/** Filters of the list of jobs, read from the search params: `?status=&search=&page=`. */
export interface JobFilters {
  status: JobStatus | undefined;
  /** Search text, trimmed and limited to the length that the server accepts; '' means no search. */
  search: string;
  page: number;
}

/** Reads the filters from these search params; unknown values are ignored. */
export function filtersOf(searchParams: URLSearchParams): JobFilters {
  const status = searchParams.get('status');
  return {
    status: jobStatuses.find((known) => known === status),
    search: (searchParams.get('search') ?? '').trim().slice(0, limits.search),
    page: pageOf(searchParams),
  };
}

/** Returns the search params with changed filters, and with page 1. Params that are not filters stay. */
function withFilters(searchParams: URLSearchParams, change: Change): URLSearchParams {
  const { status, search } = { ...filtersOf(searchParams), ...change };
  const next = new URLSearchParams(searchParams);
  for (const [name, value] of Object.entries({ status, search, page: undefined })) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

type Change = Partial<Pick<JobFilters, 'status' | 'search'>>;

/**
 * Returns the filters in the search params, and a function that changes them. With `replace`, no history entry is
 * added.
 */
export function useJobFilters(): [JobFilters, (change: Change, how?: { replace: boolean }) => void] {
  const [searchParams, setSearchParams] = useNewestSearchParams();
  const filters = useMemo(() => filtersOf(searchParams), [searchParams]);
  return [filters, (change, how) => setSearchParams((before) => withFilters(before, change), how)];
}
