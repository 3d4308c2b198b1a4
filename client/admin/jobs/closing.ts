import { formatDay } from '#shared/dates.ts';
import { daysLeft, formatDaysLeft, isOver } from '#shared/job-labels.ts';
import type { ListedJob } from '#shared/schemas/job.ts';

/** An open job that closes within this many days is marked. */
const soonDays = 7;

/**
 * How close a job is to its end. `never`: no end. `later`: an end that needs no attention. `soon`: open, with its
 * last day at most 7 days away. `expired`: status open, but the end has passed.
 */
export interface Closing {
  state: 'never' | 'later' | 'soon' | 'expired';
  /** The last day as text; undefined when there is none. */
  day?: string | undefined;
  /** Note on the last day: "3 days left". */
  note?: string | undefined;
}

/** Returns the closing state. Days are UTC days, as on the server that closes jobs. */
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
