import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import type { JobFilters } from './job-search-params.ts';

/** `unlisted`: this host cannot list jobs, so there may be some. */
export type OpenJobs = CallData<'jobs'> & { unlisted?: true };

const none: OpenJobs = { data: [], current_page: 1, last_page: 1, unlisted: true };

/** One page of open jobs. Empty for an API host without this extension (docs/calls.md, "Extensions"). */
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

/** Placeholder data: the jobs of the previous filters while those of the new ones load. */
export function useOpenJobs(filters: JobFilters, page: number) {
  return useQuery({ ...openJobsQuery(filters, page), placeholderData: keepPreviousData });
}

/**
 * One job by the id in its address. Rejects with `ApiError`: 404 if there is none that this visitor may see; 410,
 * with the title in `data`, if it no longer accepts applications.
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
