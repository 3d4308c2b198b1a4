import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { JobStatus, ListedJob } from '#shared/schemas/job.ts';
import { translateError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { recordQuery, refresh, wholeQuery } from '../../api/call-query.ts';
import { makeChange, rowChange, saveFailureText } from '../../api/optimistic.ts';
import { notify } from '../../ui/toast.ts';

/**
 * All jobs in their stored order, for the view that reorders them: it needs more than one page of the list. Always
 * fetched again.
 */
export const allJobsQuery = queryOptions({
  ...wholeQuery('getJobs'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** The job to edit or copy, with its description, which lists leave out. */
export const jobToEditQuery = (id: Id) =>
  recordQuery('singleJob', id, (stored) => ({
    ...stored,
    employment_type: stored.employment_type ?? 'OTHER',
  }));

/** Returns the departments and cities of the jobs in the cached lists: the form opens over one of them. */
export function useJobSuggestions() {
  const pages = useQueryClient().getQueriesData<{ data: ListedJob[] }>({ queryKey: reads });
  const jobs = pages.flatMap(([, page]) => page?.data ?? []);
  return {
    departments: jobs.map(({ department }) => department),
    cities: jobs.map(({ city }) => city),
  };
}

const reads = ['getJobs'];

/** Changes the status of a job of the list. `onUnfit` is called for a job that is not fit to be opened. */
export function changeJobStatus(
  queries: QueryClient,
  { id }: ListedJob,
  status: JobStatus,
  onUnfit: () => void,
) {
  const change = rowChange<ListedJob, Pick<ListedJob, 'status'>>(queries, reads, id, (body) =>
    readApi('updateJobStatus', { params: { id }, body }),
  );
  void makeChange(
    queries,
    {
      ...change,
      mutationKey: ['updateJobStatus'],
      reads,
      onSaved: (...saved) => {
        change.onSaved(...saved);
        notify.success(deskMessages['job.updated']);
      },
      onFailed: (error) => {
        const problems = Object.values(translateError(error).fieldErrors);
        notify.error(problems.join(' ') || saveFailureText(error, 'this job'));
        if (problems.length > 0) onUnfit();
      },
      refresh: () => refresh(queries, 'job'),
    },
    { status },
  );
}
