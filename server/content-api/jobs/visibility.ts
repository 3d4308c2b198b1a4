import { isoNow } from '../../database/clock.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { jobs } from '../content/tables.ts';
import type { JobRow } from './repository.ts';

/** A job as visitors see it: all of it, only that it existed, or nothing. */
type Visibility = 'open' | 'over' | 'hidden';

/**
 * Returns what visitors see of a job. Deleted jobs and drafts are hidden, and so is a job that was never open, even if
 * it is closed or filled by now.
 */
function visibilityOf(job: JobRow, now: string = isoNow()): Visibility {
  if (job.deleted_at !== null || job.status === 'draft' || job.posted_at === null) return 'hidden';
  return job.status === 'open' && (job.ends_at === null || job.ends_at > now) ? 'open' : 'over';
}

/**
 * Returns the job of this id while it accepts applications. Rejects with AppError: 404 job.notFound for a job that
 * visitors never see; 410 job.closed, with the title, for a job that is closed, filled or past its date.
 */
export async function findOpenJob(db: Db, id: RowId, now: string = isoNow()): Promise<JobRow> {
  const job = await jobs.find(db, id);
  const visibility = job ? visibilityOf(job, now) : 'hidden';
  assertThat(job && visibility !== 'hidden', 'job.notFound', 404);
  if (visibility === 'over') throw new AppError('job.closed', 410, { data: { title: job.title } });
  return job;
}
