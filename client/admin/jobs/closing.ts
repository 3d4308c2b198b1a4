import { formatDay } from '#shared/dates.ts';
import { daysLeft, formatDaysLeft, isOver } from '#shared/job-labels.ts';
import type { ListedJob } from '#shared/schemas/job.ts';

/** An open job that closes within this many days is highlighted. */
const soonDays = 7;

/**
 * State of a job's closing date:
 * - `never`: there is no closing date.
 * - `later`: the date needs no attention.
 * - `soon`: the job is open, and its last day is at most 7 days away.
 * - `expired`: the status is open, but the date has passed.
 */
interface Closing {
  state: 'never' | 'later' | 'soon' | 'expired';
  /** The last day as text; undefined when there is none. */
  day?: string;
  /** Remark next to the last day, such as "3 days left". */
  note?: string;
}

/** Returns the state of a job's closing date. Days are counted in the company's time zone. */
export function closingOf(job: Pick<ListedJob, 'status' | 'closes_at'>, now: Date, zone: string): Closing {
  const end = { closes_at: job.closes_at ?? null };
  const left = daysLeft(end, now, zone);
  if (left === undefined) return { state: 'never' };
  const day = formatDay(end.closes_at);
  if (job.status !== 'open') return { state: 'later', day };
  if (isOver(end, now, zone))
    return { state: 'expired', day, note: 'Expired: no longer accepting applications' };
  if (left > soonDays) return { state: 'later', day };
  return {
    state: 'soon',
    day,
    note: `Closing soon: ${formatDaysLeft(end, now, zone, undefined, soonDays)?.toLowerCase()}`,
  };
}
