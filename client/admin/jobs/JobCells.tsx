import { Link } from 'react-router-dom';
import { formatDay } from '#shared/dates.ts';
import { daysLeft, formatDaysLeft, isOver } from '#shared/job-labels.ts';
import { pathTo } from '#shared/paths.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import { Badge } from '../../ui/Badge.tsx';
import { AlertIcon, ClockIcon } from '../../ui/icons.tsx';
import listStyles from './JobList.module.css';

/**
 * Number of applicants, and how many of them are unread, as a link to the list of these applicants. Renders nothing
 * if the host does not send the numbers.
 */
export function Applicants({ job }: { job: ListedJob }) {
  const { id, title, applicants_count: count, unread_count: unread = 0 } = job;
  if (count === undefined) return <span className={listStyles.none}>–</span>;
  if (count === 0) return <span className={listStyles.none}>No applicants</span>;
  const text = `${count} ${count === 1 ? 'applicant' : 'applicants'}`;
  return (
    <Link
      className={listStyles.link}
      to={`${pathTo('adminApplicants')}?job_id=${id}`}
      aria-label={`${text} for ${title}${unread > 0 ? `, ${unread} unread` : ''}`}
    >
      <span className={listStyles.count}>{text}</span>
      {unread > 0 && <Badge tone="signal">{unread} unread</Badge>}
    </Link>
  );
}

export function Closes({ job, now, zone }: { job: ListedJob; now: Date; zone: string }) {
  const { state, day, note } = closingOf(job, now, zone);
  if (state === 'never') return <span className={listStyles.none}>No closing date</span>;
  return (
    <>
      <span className={listStyles.day}>
        <span className={listStyles.inCards}>{state === 'expired' ? 'Closed ' : 'Closes '}</span>
        {day}
      </span>
      {note && (
        <span className={listStyles.note} data-state={state}>
          {state === 'expired' ? <AlertIcon size={15} /> : <ClockIcon size={15} />}
          {note}
        </span>
      )}
    </>
  );
}

/**
 * Returns the last day of a job in words, a remark on it, and the state of its closing date; days are counted in the
 * company's time zone:
 * - `never`: there is no closing date.
 * - `later`: the date needs no attention.
 * - `soon`: the job is open, and its last day is at most 7 days away.
 * - `expired`: the status is open, but the date has passed.
 */
function closingOf(job: Pick<ListedJob, 'status' | 'closes_at'>, now: Date, zone: string) {
  const end = { closes_at: job.closes_at ?? null };
  if (daysLeft(end, now, zone) === undefined) return { state: 'never' };
  const day = formatDay(end.closes_at);
  if (job.status !== 'open') return { state: 'later', day };
  if (isOver(end, now, zone))
    return { state: 'expired', day, note: 'Expired: no longer accepting applications' };
  const left = formatDaysLeft(end, now, zone);
  if (left === undefined) return { state: 'later', day };
  return { state: 'soon', day, note: `Closing soon: ${left.toLowerCase()}` };
}
