import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import type { JobFilters } from './list/job-filters.ts';

/** `unlisted`: this host lists no jobs, which does not say that there are none. */
export type OpenJobs = CallData<'jobs'> & { unlisted?: true };

const none: OpenJobs = { data: [], current_page: 1, last_page: 1, unlisted: true };

/** One page of open jobs. An API host without this extension lists none (README, Extensions). */
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

/** The jobs of the last filters stay until those of the new ones are there. */
export function useOpenJobs(filters: JobFilters, page: number) {
  return useQuery({ ...openJobsQuery(filters, page), placeholderData: keepPreviousData });
}
