import type { Id } from '#shared/id.ts';
import type { ApplicantEvent, ApplicantSort, ApplicantStatus } from '#shared/schemas/applicant.ts';
import { boardStages } from '#shared/schemas/desk.ts';
import type { MailTemplateName } from '#shared/schemas/letter.ts';
import type { BadgeTone } from '../../ui/Badge.tsx';
import { daysUntil, formatDayOfYear, formatLocalDay } from '../../ui/dates.ts';

export const statusLabels: Record<ApplicantStatus, string> = {
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

/** Colour of each status, always shown together with its label. */
export const statusTones: Record<ApplicantStatus, BadgeTone> = {
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

/**
 * Returns the first status of `among` that comes after `status` on the way to "hired". Undefined after the last step,
 * and for a status that is not a step, e.g. rejected.
 */
export function nextStatus(status: ApplicantStatus, among: readonly ApplicantStatus[] = boardStages) {
  const steps: readonly ApplicantStatus[] = boardStages.slice(0, boardStages.indexOf('hired') + 1);
  const at = steps.indexOf(status);
  return at === -1 ? undefined : steps.slice(at + 1).find((step) => among.includes(step));
}

const statusTemplates: Partial<Record<ApplicantStatus, MailTemplateName>> = {
  shortlisted: 'invite',
  interview: 'invite',
  offered: 'offer',
  rejected: 'rejection',
};

/**
 * Returns the template of a mail to applicants with these statuses; `information` where the statuses differ, or where
 * the status has no template of its own.
 */
export function templateFor(statuses: readonly (ApplicantStatus | undefined)[]) {
  const [first, ...others] = new Set(statuses);
  return (first && others.length === 0 && statusTemplates[first]) || 'information';
}

export const sortLabels: Record<ApplicantSort, string> = {
  unread: 'Unread first',
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  rating: 'Best rating first',
};

/** Returns the title of the job of an application, or a text for one without a job. */
export function jobLabel(applicant: { job_id?: Id | null; job_title?: string | null }) {
  if (applicant.job_title) return applicant.job_title;
  return applicant.job_id ? `Job ${applicant.job_id}` : 'No specific job';
}

/** A retention that ends within this many days is highlighted. */
const soonDays = 14;

/**
 * Returns a text for the end of an applicant's retention, which is shown under the heading "Deleted on", and whether
 * the end is soon. `until` is a calendar day.
 */
export function formatRetention(until: string, now = Date.now()): { text: string; soon: boolean } {
  const left = daysUntil(until, now);
  if (!(left <= soonDays)) return { text: formatLocalDay(until), soon: false };
  if (left < 0) return { text: 'Deleted within a day', soon: true };
  if (left === 0) return { text: 'Deleted after today', soon: true };
  return { text: `Deleted after ${formatDayOfYear(until)}`, soon: true };
}

/** Describes an event. `all` are the applicant's events, which distinguish the first application from later ones. */
export function formatEvent(event: ApplicantEvent, all: readonly ApplicantEvent[]) {
  if (event.type === 'submitted') {
    const isFirst = all.find((each) => each.type === 'submitted')?.id === event.id;
    if (event.to === 'spam') return isFirst ? 'Applied (marked as spam)' : 'Applied again (marked as spam)';
    return isFirst ? 'Applied' : 'Applied again';
  }
  return event.from
    ? `Moved from ${statusLabels[event.from]} to ${statusLabels[event.to]}`
    : `Moved to ${statusLabels[event.to]}`;
}
