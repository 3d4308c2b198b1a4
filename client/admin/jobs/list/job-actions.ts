import type { JobStatus, ListedJob } from '#shared/schemas/job.ts';

/** What can be done to a job of the list. */
export interface JobActions {
  onEdit: (job: ListedJob) => void;
  onDuplicate: (job: ListedJob) => void;
  onStatus: (job: ListedJob, status: JobStatus) => void;
  onDelete: (job: ListedJob) => void;
}
