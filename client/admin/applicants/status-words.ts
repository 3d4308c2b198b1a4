import type { Id } from '#shared/id.ts';
import type { ApplicantSort, ApplicantStatus } from '#shared/schemas/applicant.ts';

/** What each status is called on the screen. */
export const statusWords: Record<ApplicantStatus, string> = {
  new: 'New',
  reviewing: 'Reviewing',
  shortlisted: 'Shortlisted',
  interview: 'Interview',
  offered: 'Offered',
  hired: 'Hired',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  spam: 'Spam',
};

export type StatusTone = 'neutral' | 'accent' | 'signal' | 'danger' | 'success';

/** The look of each status; its name always stands beside it. */
export const statusTones: Record<ApplicantStatus, StatusTone> = {
  new: 'accent',
  reviewing: 'neutral',
  shortlisted: 'signal',
  interview: 'signal',
  offered: 'signal',
  hired: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
  spam: 'danger',
};

/** The statuses that the board has columns for, in the order in which an applicant passes them. */
export const pipeline = [
  'new',
  'reviewing',
  'shortlisted',
  'interview',
  'offered',
  'hired',
  'rejected',
  'withdrawn',
] as const satisfies readonly ApplicantStatus[];

/** Where an applicant who is doing well goes next; nowhere from the end of the way, or from outside of it. */
export function nextStatus(status: ApplicantStatus): ApplicantStatus | undefined {
  const way: readonly ApplicantStatus[] = pipeline.slice(0, pipeline.indexOf('hired') + 1);
  const at = way.indexOf(status);
  return at === -1 ? undefined : way[at + 1];
}

export const sortWords: Record<ApplicantSort, string> = {
  unread: 'Unread first',
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  rating: 'Best rating first',
};

/** What stands in the place of a job's title. */
export function jobWords(applicant: {
  job_id?: Id | null | undefined;
  job_title?: string | null | undefined;
}): string {
  if (applicant.job_title) return applicant.job_title;
  return applicant.job_id ? `Job ${applicant.job_id}` : 'No specific job';
}
