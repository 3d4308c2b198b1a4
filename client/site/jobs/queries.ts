import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallData } from '#shared/contract/index.ts';
import { noPage, readIfThere, readQuery } from '../../api/call.ts';
import { chosenOf, type JobFilters } from './job-search-params.ts';

/**
 * One page of open jobs. `unlisted` is true if the host cannot list jobs: `data` is then empty, though there may be
 * open jobs.
 */
export type OpenJobs = CallData<'jobs'> & { unlisted?: true };

const none: OpenJobs = { ...noPage, unlisted: true };

/**
 * One page of open jobs. The page is empty if the API host lacks this call, which is an extension (docs/calls.md).
 */
export function openJobsQuery(filters: JobFilters, page: number) {
  return queryOptions({
    queryKey: ['jobs', { ...filters, page }],
    queryFn: ({ client, signal }): Promise<OpenJobs> =>
      readIfThere('jobs', { query: { page, ...chosenOf(filters) }, client, signal }, none),
  });
}

/**
 * Returns the time at which jobs were first read. The days until a job closes are computed from it, so that server and
 * browser show the same number.
 */
export function useReadAt({ dataUpdatedAt }: UseQueryResult) {
  return useState(() => new Date(dataUpdatedAt || Date.now()))[0];
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
  return readQuery(['singleJob', id], 'singleJob', { params: { id } });
}
