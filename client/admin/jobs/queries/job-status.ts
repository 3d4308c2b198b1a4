import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { JobStatus, ListedJob } from '#shared/schemas/job.ts';
import { ApiError } from '../../../api/api-error.ts';
import { callApi } from '../../../api/call.ts';
import { refreshJobs } from './refresh-jobs.ts';

interface StatusChange {
  job: ListedJob;
  status: JobStatus;
}

/** What every list in the query cache has. */
interface CachedPage {
  data: ListedJob[];
}

/**
 * Opens, closes or fills a job, or makes it a draft. Every list shows the new status at once; what the server does not take
 * is put back as it was. Rejects with `ApiError`: 422 for a job that is not fit to open, 409 when somebody was faster.
 */
export function useJobStatus() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ job, status }: StatusChange) => {
      const body = { status, updated_at: job.updated_at };
      const answer = await callApi('updateJobStatus', { params: { id: job.id }, body });
      if (answer.status === 1) return answer.data;
      throw new ApiError(answer.code ?? 'request.failed', 200, {
        ...(answer.message && { message: answer.message }),
      });
    },
    onMutate: async ({ job, status }) => {
      // A reload that is under way would bring the old status back.
      await queries.cancelQueries({ queryKey: ['getJobs'] });
      setStatus(job.id, status);
    },
    onError: (_error, { job }) => setStatus(job.id, job.status),
    onSettled: () => refreshJobs(queries),
  });

  function setStatus(id: number, status: JobStatus) {
    queries.setQueriesData<CachedPage>(
      { queryKey: ['getJobs'] },
      (page) => page && { ...page, data: page.data.map((job) => (job.id === id ? { ...job, status } : job)) },
    );
  }
}
