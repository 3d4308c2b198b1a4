import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { type Job, type JobStatus, jobStatuses, type ListedJob } from '#shared/schemas/job.ts';
import { translateError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { listQuery, refresh, wholeQuery } from '../../api/call-query.ts';
import { patchRow, saveFailureText, useOptimisticChange } from '../../api/optimistic.ts';
import { conflictOf } from '../../forms/conflict.ts';
import { notify } from '../../ui/toast.ts';
import { fetchOncePerForm } from '../shared/fetch-once-per-form.ts';
import { oneOf, type readParams } from '../shared/list-params.ts';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';

export const jobFilters = { status: oneOf(jobStatuses) };
export type JobFilters = ReturnType<typeof readParams<typeof jobFilters>>;

/** One page of the jobs that match the filters, in their stored order. */
export const jobsQuery = ({ page, status, search }: JobFilters) =>
  listQuery('getJobs', { page, status, search });

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
export function jobToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['jobToEdit', id],
    queryFn: async ({ signal }): Promise<Job> => {
      const stored = await readApi('singleJob', { params: { id }, signal, asStored: true });
      return { ...stored, employment_type: stored.employment_type ?? 'OTHER' };
    },
    ...fetchOncePerForm,
  });
}

/**
 * Returns the departments and cities of the jobs in the cached lists, and the departments of all open jobs, which one
 * small call returns.
 */
export function useJobSuggestions() {
  const queries = useQueryClient();
  const { data: open } = useQuery({
    queryKey: ['jobs', 'departments'],
    queryFn: async ({ signal }) => (await readApi('jobs', { signal })).facets?.department ?? [],
    staleTime: 60_000,
  });
  return useMemo(() => {
    const pages = queries.getQueriesData<{ data: ListedJob[] }>({ queryKey: ['getJobs'] });
    const listed = pages.flatMap(([, page]) => page?.data ?? []);
    return {
      departments: distinct([
        ...listed.map((job) => job.department),
        ...(open ?? []).map(({ value }) => value),
      ]),
      cities: distinct(listed.map((job) => job.city)),
    };
  }, [queries, open]);
}

function distinct(values: (string | null | undefined)[]): string[] {
  const found = values.filter((value): value is string => Boolean(value));
  return [...new Set(found)].sort((one, other) => one.localeCompare(other));
}

/** A job whose status could not be changed, and the reason. */
export interface StatusProblemState {
  job: ListedJob;
  text: string;
}

/**
 * Changes the status of a job of the list, or deletes the job. Also returns which job is being changed, and why the
 * last status change failed.
 */
export function useJobChanges() {
  const [problem, setProblem] = useState<StatusProblemState>();
  const queries = useQueryClient();
  const reads = ['getJobs'];
  const status = useOptimisticChange({
    mutationKey: ['updateJobStatus'],
    reads,
    show: ({ job, status: to }: { job: ListedJob; status: JobStatus }) =>
      patchRow<ListedJob>(queries, reads, job.id, { status: to }),
    send: ({ job, status: to }) =>
      readApi('updateJobStatus', {
        params: { id: job.id },
        body: { status: to, updated_at: job.updated_at },
      }),
    onSaved: () => notify.success(deskMessages['job.updated']),
    // 422 if the job does not meet the requirements of an open job, 409 if another admin saved first.
    onFailed: (error, { job }) => setProblem({ job, text: reasonOf(error) }),
    refresh: () => refresh(queries, 'job'),
  });
  const { remove, deleting } = useDeleteWithUndo({
    resource: 'job',
    call: 'deleteJob',
    deleted: deskMessages['job.deleted'],
    failed: deskMessages['blog.deleteFailed'],
    refresh: 'job',
  });

  const busyId = deleting ?? (status.isPending ? status.variables.job.id : undefined);

  const changeStatus = (job: ListedJob, to: JobStatus) => {
    // While this job is being changed, a further press of a button is ignored. The button is not disabled instead,
    // because a disabled button would lose the focus.
    if (busyId === job.id) return;
    setProblem(undefined);
    status.mutate({ job, status: to });
  };

  return {
    busyId,
    problem,
    forgetProblem: () => setProblem(undefined),
    changeStatus,
    remove,
  };
}

function reasonOf(error: unknown): string {
  if (conflictOf(error)) return saveFailureText(error, 'this job');
  const { message, fieldErrors } = translateError(error);
  // The list has no form fields that could show these errors, so they are joined into one text.
  return Object.values(fieldErrors).join(' ') || message;
}
