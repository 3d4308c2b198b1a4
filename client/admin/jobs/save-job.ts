import type { Id } from '#shared/id.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { callApi } from '../../api/call.ts';
import { type JobValues, jobBody } from './form/job-values.ts';

interface SaveOptions {
  /** Undefined for a new job. */
  id: Id | undefined;
  signal: AbortSignal;
  /** The `updated_at` that the edit began with; undefined overwrites whatever is there. */
  version: string | undefined;
}

/** Adds a job, or changes the one of `id`. Throws `ApiError`: 422 with the fields, 409 when somebody was faster. */
export function saveJob(values: JobValues, { id, signal, version }: SaveOptions): Promise<Envelope> {
  const body = jobBody(values, version);
  return id === undefined
    ? callApi('addJob', { body, signal })
    : callApi('updateJob', { params: { id }, body, signal });
}
