import { queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';
import { readAllPages } from '../../api/read-all-pages.ts';

/**
 * Every job, in order, for putting them in order: pages alone cannot say where a job stands among all. Asked for anew
 * each time.
 */
function allJobsQuery() {
  return queryOptions({
    queryKey: ['allJobs'],
    queryFn: ({ signal }) => readAllPages((page) => readApi('getJobs', { query: { page }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useAllJobs() {
  return useQuery(allJobsQuery());
}
