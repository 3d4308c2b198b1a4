import { queryOptions } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import type { Job } from '#shared/schemas/job.ts';
import { readApi } from '../../api/call.ts';
import { onceAForm } from '../shared/EntityDialog.tsx';

/** The job as it is stored now, with its description, which lists leave out. Throws `ApiError`. */
export function readJob(id: Id, signal?: AbortSignal): Promise<Job> {
  return readApi('singleJob', { params: { id }, ...(signal && { signal }) });
}

/** The job that is about to be edited or copied. */
export function jobToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['jobToEdit', id],
    queryFn: ({ signal }) => readJob(id, signal),
    ...onceAForm,
  });
}
