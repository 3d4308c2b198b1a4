import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import type { JobFilters } from './job-search-params.ts';

/**
 * One page of open jobs. `unlisted` is true if the host cannot list jobs: `data` is then empty, though there may be
 * open jobs.
 */
export type OpenJobs = CallData<'jobs'> & { unlisted?: true };

const none: OpenJobs = { data: [], current_page: 1, last_page: 1, unlisted: true };

/**
 * One page of open jobs. The page is empty if the API host lacks this call, which is an extension (docs/calls.md).
 */
export function openJobsQuery(filters: JobFilters, page: number) {
  const { search, department, employment_type, location_type } = filters;
  return queryOptions({
    queryKey: ['jobs', { search, department, employment_type, location_type, page }],
    queryFn: async ({ client, signal }): Promise<OpenJobs> => {
      const query = {
        page,
        search: search || undefined,
        department: department || undefined,
        employment_type: employment_type || undefined,
        location_type: location_type || undefined,
      };
      try {
        return await readApi('jobs', { query, client, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return none;
        throw error;
      }
    },
  });
}

/** While the jobs for new filters load, those of the previous filters are shown. */
export function useOpenJobs(filters: JobFilters, page: number) {
  return useQuery({ ...openJobsQuery(filters, page), placeholderData: keepPreviousData });
}

/**
 * One job, by the id in the URL. Rejects with `ApiError`: with 404 if there is no job that this visitor may see, and
 * with 410 if the job no longer accepts applications. `data` of a 410 contains the job's title.
 */
export function singleJobQuery(id: string) {
  return queryOptions({
    queryKey: ['singleJob', id],
    queryFn: ({ client, signal }) => readApi('singleJob', { params: { id }, client, signal }),
  });
}

export function useSingleJob(id: string) {
  return useQuery(singleJobQuery(id));
}
