import { formatDay } from '#shared/dates.ts';
import { daysLeft, formatDaysLeft, isOver } from '#shared/job-labels.ts';
import type { ListedJob } from '#shared/schemas/job.ts';

/** An open job that closes within this many days is highlighted. */
const soonDays = 7;

/**
 * Returns the last day of a job in words, a remark on it, and the state of its closing date; days are counted in the
 * company's time zone:
 * - `never`: there is no closing date.
 * - `later`: the date needs no attention.
 * - `soon`: the job is open, and its last day is at most 7 days away.
 * - `expired`: the status is open, but the date has passed.
 */
export function closingOf(
  job: Pick<ListedJob, 'status' | 'closes_at'>,
  now: Date,
  zone: string,
): { state: 'never' | 'later' | 'soon' | 'expired'; day?: string; note?: string } {
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
