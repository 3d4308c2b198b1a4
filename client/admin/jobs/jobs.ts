import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';
import type { JobFilters } from './job-filters.ts';

/** One page of all jobs that match, in their order. */
export function jobsQuery({ page, status, search }: JobFilters) {
  return queryOptions({
    queryKey: ['getJobs', { page, status, search }],
    queryFn: ({ signal }) =>
      readApi('getJobs', { query: { page, status, search: search || undefined }, signal }),
  });
}

/** While another page loads, the one before stays in sight. */
export function useJobs(filters: JobFilters) {
  return useQuery({ ...jobsQuery(filters), placeholderData: keepPreviousData });
}
