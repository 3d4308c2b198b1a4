import { formatDay } from '#shared/dates.ts';
import { daysLeft, formatDaysLeft, isOver } from '#shared/job-labels.ts';
import type { ListedJob } from '#shared/schemas/job.ts';

/** An open job that closes within so many days is marked. */
const soonDays = 7;

/**
 * How near a job's end is: `never` has none; `later` has one, and nothing is to be done; `soon` is open with its last day at
 * most 7 days away; `expired` is set to open, and yet over.
 */
export interface Closing {
  state: 'never' | 'later' | 'soon' | 'expired';
  /** The last day, as text; undefined when there is none. */
  day?: string | undefined;
  /** A remark on it: "3 days left". */
  note?: string | undefined;
}

/** Days are those of UTC, by which the server closes jobs. */
export function closingOf(job: Pick<ListedJob, 'status' | 'closes_at'>, now: Date): Closing {
  const end = { closes_at: job.closes_at ?? null };
  const left = daysLeft(end, now);
  if (left === undefined) return { state: 'never' };
  const day = formatDay(end.closes_at);
  if (job.status !== 'open') return { state: 'later', day };
  if (isOver(end, now)) return { state: 'expired', day, note: 'Expired: no longer accepting applications' };
  if (left > soonDays) return { state: 'later', day };
  return { state: 'soon', day, note: `Closing soon: ${formatDaysLeft(end, now, soonDays)?.toLowerCase()}` };
}
