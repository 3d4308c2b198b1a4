import { endOf, type JobInput, type JobStatus } from '#shared/schemas/job.ts';
import { isoNow } from '../../database/clock.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import type { JobRow } from './repository.ts';

/**
 * Throws 422 if a job is to be open without a description, or after its closing date. That date is checked only when
 * the job opens or the date changes, so that an expired job can be corrected without changing the date.
 */
export function assertCanOpen(
  status: JobStatus,
  job: Pick<JobInput, 'description' | 'closes_at'>,
  zone: string,
  before?: Pick<JobRow, 'status' | 'closes_at'>,
): void {
  if (status !== 'open') return;
  const errors = new FieldErrors();
  if (job.description === '') errors.add('description', 'job.descriptionRequired');
  const opens = before?.status !== 'open' || before.closes_at !== job.closes_at;
  const end = endOf(job.closes_at, zone);
  if (opens && end !== null && end <= isoNow()) errors.add('closes_at', 'job.closesInPast');
  errors.throwIfAny();
}
