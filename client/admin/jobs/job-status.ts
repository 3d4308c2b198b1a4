import { useQueryClient } from '@tanstack/react-query';
import type { JobStatus, ListedJob } from '#shared/schemas/job.ts';
import { readApi } from '../../api/call.ts';
import { patchRow, useOptimisticChange } from '../../api/optimistic.ts';
import { refreshJobs } from './refresh-jobs.ts';

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
export function useJobStatus({ onSaved, onFailed }: StatusListeners) {
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
