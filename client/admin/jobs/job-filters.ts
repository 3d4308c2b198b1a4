import { limits } from '#shared/limits.ts';
import { type JobStatus, jobStatuses } from '#shared/schemas/job.ts';
import { pageOf } from '../../use-page-number.ts';

/** What the list of jobs is narrowed down by, as its address holds it: `?status=&search=&page=`. */
export interface JobFilters {
  status: JobStatus | undefined;
  /** Trimmed, at most as long as the server takes; '' is no search. */
  search: string;
  page: number;
}

/** The filters of an address; what is no filter there counts for nothing. */
export function filtersOf(address: URLSearchParams): JobFilters {
  const status = address.get('status');
  return {
    status: jobStatuses.find((known) => known === status),
    search: (address.get('search') ?? '').trim().slice(0, limits.search),
    page: pageOf(address),
  };
}

/** The address of other filters: page 1 of them. Parameters that are no filters stay. */
export function withFilters(
  address: URLSearchParams,
  change: Partial<Pick<JobFilters, 'status' | 'search'>>,
): URLSearchParams {
  const { status, search } = { ...filtersOf(address), ...change };
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries({ status, search, page: undefined })) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
