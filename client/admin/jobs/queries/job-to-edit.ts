import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Job } from '#shared/schemas/job.ts';
import { readApi } from '../../../api/call.ts';

/** The job as it is stored now, with its description, which lists leave out. Throws `ApiError`. */
export function readJob(id: number, signal?: AbortSignal): Promise<Job> {
  return readApi('singleJob', { params: { id }, ...(signal && { signal }) });
}

/**
 * The job that is about to be edited or copied: asked for anew each time a form opens, and never again while it is open,
 * so that what somebody types is not measured against a moving text.
 */
export function jobToEditQuery(id: number) {
  return queryOptions({
    queryKey: ['jobToEdit', id],
    queryFn: ({ signal }) => readJob(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useJobToEdit(id: number) {
  return useQuery(jobToEditQuery(id));
}
