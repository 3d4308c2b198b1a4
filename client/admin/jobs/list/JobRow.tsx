import { Link } from 'react-router-dom';
import { employmentTypeLabels, formatJobLocation } from '#shared/job-labels.ts';
import { pathTo } from '#shared/paths.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { AlertIcon, ClockIcon } from '../../../ui/icons.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { closingOf } from './closing.ts';
import { JobMenu } from './JobMenu.tsx';
import styles from './JobTable.module.css';
import type { JobActions } from './job-actions.ts';
import { StatusMenu } from './StatusMenu.tsx';

interface JobRowProps extends JobActions {
  job: ListedJob;
  now: Date;
  busy: boolean;
}

export function JobRow({ job, now, busy, onStatus, ...actions }: JobRowProps) {
  return (
    <tr aria-busy={busy || undefined}>
      <td className={styles.job}>
        <button
          type="button"
          className={classNames(layout.clampedName, styles.title)}
          dir="auto"
          lang={languageOf(job.title)}
          onClick={() => actions.onEdit(job)}
        >
          {job.title}
        </button>
        <span className={styles.facts}>
          {[job.department, employmentTypeLabels[job.employment_type], formatJobLocation(job)].map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        </span>
      </td>
      <td className={styles.status}>
        <StatusMenu job={job} onStatus={(status) => onStatus(job, status)} />
      </td>
      <td className={styles.applicants}>
        <Applicants job={job} />
      </td>
      <td className={styles.closes}>
        <Closes job={job} now={now} />
      </td>
      <td className={styles.actions}>
        <JobMenu job={job} {...actions} />
      </td>
    </tr>
  );
}

/** How many applied, and how many of them nobody has read; leads to them. A host may not count. */
function Applicants({
  job: { id, title, applicants_count: count, unread_count: unread = 0 },
}: {
  job: ListedJob;
}) {
  if (count === undefined) return <span className={styles.none}>–</span>;
  if (count === 0) return <span className={styles.none}>No applicants</span>;
  const words = `${count} ${count === 1 ? 'applicant' : 'applicants'}`;
  return (
    <Link
      className={styles.link}
      to={`${pathTo('adminApplicants')}?job_id=${id}`}
      aria-label={`${words} for ${title}${unread > 0 ? `, ${unread} unread` : ''}`}
    >
      <span className={styles.count}>{words}</span>
      {unread > 0 && <Badge tone="signal">{unread} unread</Badge>}
    </Link>
  );
}

function Closes({ job, now }: { job: ListedJob; now: Date }) {
  const { state, day, note } = closingOf(job, now);
  if (state === 'never') return <span className={styles.none}>No closing date</span>;
  return (
    <>
      <span className={styles.day}>
        <span className={styles.inCards}>{state === 'expired' ? 'Closed ' : 'Closes '}</span>
        {day}
      </span>
      {note && (
        <span className={styles.note} data-state={state}>
          {state === 'expired' ? <AlertIcon size={15} /> : <ClockIcon size={15} />}
          {note}
        </span>
      )}
    </>
  );
}
