import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { Job, JobStatus, ListedJob } from '#shared/schemas/job.ts';
import { translateError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { patchRow, useOptimisticChange } from '../../api/optimistic.ts';
import { readAllPages } from '../../api/read-all-pages.ts';
import { conflictOf } from '../../forms/conflict.ts';
import { notify } from '../../ui/toast.ts';
import { onceAForm } from '../shared/once-a-form.ts';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';
import type { JobFilters } from './job-search-params.ts';

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

/** The job as it is stored now, with its description, which lists leave out. Throws `ApiError`. */
export function readJob(id: Id, signal?: AbortSignal): Promise<Job> {
  return readApi('singleJob', { params: { id }, ...(signal && { signal }), asStored: true });
}

/** The job that is about to be edited or copied. */
export function jobToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['jobToEdit', id],
    queryFn: ({ signal }) => readJob(id, signal),
    ...onceAForm,
  });
}

/** What other jobs have in these fields, for those who type the next one. */
interface Suggestions {
  departments: string[];
  cities: string[];
}

/**
 * Departments and cities of the jobs that were listed so far, and the departments of all open jobs: one small call, where
 * every page of every job would be many.
 */
export function useJobSuggestions(): Suggestions {
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

/** Why the status of a job is what it was. */
export interface StatusProblemState {
  job: ListedJob;
  text: string;
}

/** Changes of single jobs of the list, and what came of them. */
export function useJobChanges() {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<StatusProblemState>();
  const status = useJobStatus({
    onSaved: () => notify.success(deskMessages['job.updated']),
    onFailed: (error, { job }) => setProblem({ job, text: reasonOf(error) }),
  });
  const { remove, deleting } = useDeleteWithUndo({
    resource: 'job',
    call: 'deleteJob',
    deleted: deskMessages['job.deleted'],
    failed: deskMessages['blog.deleteFailed'],
    refresh: () => refreshJobs(queries),
  });

  const busyId = deleting ?? status.pending?.job.id;

  const changeStatus = (job: ListedJob, to: JobStatus) => {
    // Not by disabling the button: it would lose the focus.
    if (busyId === job.id) return;
    setProblem(undefined);
    status.change({ job, status: to });
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
  const conflict = conflictOf(error);
  if (conflict)
    return `${conflict.who ?? 'Someone else'} changed it in the meantime. The list shows the latest version.`;
  const { message, fieldErrors } = translateError(error);
  // No field is marked here, so what they would say is said instead.
  return Object.values(fieldErrors).join(' ') || message;
}

interface StatusChange {
  job: ListedJob;
  status: JobStatus;
}

interface StatusListeners {
  onSaved: () => void;
  /** `ApiError`: 422 for a job that is not fit to open, 409 when somebody was faster. */
  onFailed: (error: Error, change: StatusChange) => void;
}

/** Opens, closes or fills a job, or makes it a draft. */
function useJobStatus({ onSaved, onFailed }: StatusListeners) {
  const queries = useQueryClient();
  const reads = ['getJobs'];
  return useOptimisticChange({
    mutationKey: ['updateJobStatus'],
    inTurn: false,
    reads,
    show: ({ job, status }: StatusChange) => patchRow<ListedJob>(queries, reads, job.id, { status }),
    send: ({ job, status }) =>
      readApi('updateJobStatus', { params: { id: job.id }, body: { status, updated_at: job.updated_at } }),
    onSaved,
    onFailed,
    refresh: () => refreshJobs(queries),
  });
}

/** Every read that shows jobs, by the name of its call: this screen's list, what is planned for them, the public list, the posting. */
const readsOfJobs = ['getJobs', 'jobSchedules', 'jobs', 'singleJob'];

/** Marks what shows jobs as old; what is on the screen is asked for again at once. */
export function refreshJobs(queries: QueryClient): void {
  for (const call of readsOfJobs) {
    queries.invalidateQueries({ queryKey: [call] }).catch(() => {
      // A failed reload is the list's own to show.
    });
  }
}
