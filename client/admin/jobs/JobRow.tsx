import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatEmployment, formatJobLocation, isOpen } from '#shared/job-labels.ts';
import { pathTo } from '#shared/paths.ts';
import { type JobStatus, jobStatuses, type ListedJob } from '#shared/schemas/job.ts';
import type { Schedule } from '#shared/schemas/schedule.ts';
import { languageOf } from '#shared/text-direction.ts';
import { useSite } from '../../site-info.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import {
  AlertIcon,
  ChevronDownIcon,
  ClockIcon,
  CopyIcon,
  EditIcon,
  ExternalIcon,
  MoreIcon,
  TrashIcon,
} from '../../ui/icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useHistoryItem } from '../shared/activity/use-history-item.tsx';
import { useSupportedItems } from '../shared/IfSupported.tsx';
import { jobStatusLabels } from '../shared/job-labels.ts';
import { ScheduleNote } from '../shared/publish/ScheduleNote.tsx';
import { RowTitle } from '../shared/RowTitle.tsx';
import { useMay } from '../shared/rights.ts';
import { closingOf } from './closing.ts';
import styles from './JobList.module.css';

interface JobRowProps extends JobActions {
  job: ListedJob;
  now: Date;
  busy: boolean;
  /** Scheduled changes of the job. */
  schedule: Schedule | undefined;
}

export function JobRow({ job, now, busy, schedule, onStatus, ...actions }: JobRowProps) {
  const may = useMay();
  return (
    <tr aria-busy={busy || undefined}>
      <td className={styles.job}>
        <RowTitle
          call="updateJob"
          className={styles.title}
          title={job.title}
          onOpen={() => actions.onEdit(job)}
        />
        <span className={styles.facts}>
          {[job.department, formatEmployment(job), formatJobLocation(job)].filter(Boolean).map((fact) => (
            <bdi key={fact} lang={languageOf(fact)}>
              {fact}
            </bdi>
          ))}
          <ScheduleNote schedule={schedule} />
        </span>
      </td>
      <td className={styles.status}>
        {may('updateJobStatus') ? (
          <StatusMenu job={job} onStatus={(status) => onStatus(job, status)} />
        ) : (
          <StatusBadge status={job.status} />
        )}
      </td>
      <td className={styles.applicants}>
        {may('getApplicants') ? <Applicants job={job} /> : <span className={styles.none}>–</span>}
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

/**
 * Number of applicants, and how many of them are unread, as a link to the list of these applicants. Renders nothing
 * if the host does not send the numbers.
 */
function Applicants({
  job: { id, title, applicants_count: count, unread_count: unread = 0 },
}: {
  job: ListedJob;
}) {
  if (count === undefined) return <span className={styles.none}>–</span>;
  if (count === 0) return <span className={styles.none}>No applicants</span>;
  const text = `${count} ${count === 1 ? 'applicant' : 'applicants'}`;
  return (
    <Link
      className={styles.link}
      to={`${pathTo('adminApplicants')}?job_id=${id}`}
      aria-label={`${text} for ${title}${unread > 0 ? `, ${unread} unread` : ''}`}
    >
      <span className={styles.count}>{text}</span>
      {unread > 0 && <Badge tone="signal">{unread} unread</Badge>}
    </Link>
  );
}

function Closes({ job, now }: { job: ListedJob; now: Date }) {
  const { state, day, note } = closingOf(job, now, useSite().time_zone);
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

/** Actions on a job of the list. */
export interface JobActions {
  onEdit: (job: ListedJob) => void;
  onDuplicate: (job: ListedJob) => void;
  onStatus: (job: ListedJob, status: JobStatus) => void;
  onDelete: (job: ListedJob) => void;
}

/** Menu labels of the actions that change the status, by the new status. */
const statusActions: Record<JobStatus, string> = {
  draft: 'Make it a draft',
  open: 'Open',
  closed: 'Close',
  filled: 'Mark as filled',
};

interface StatusMenuProps {
  job: ListedJob;
  onStatus: (status: JobStatus) => void;
}

/** Shows and changes the status of a job. */
function StatusMenu({ job, onStatus }: StatusMenuProps) {
  const others = jobStatuses.filter((status) => status !== job.status);
  return (
    <Menu
      label={`Status of ${job.title}: ${jobStatusLabels[job.status]}`}
      trigger={
        <span className={styles.statusTrigger}>
          <StatusBadge status={job.status} />
          <ChevronDownIcon size={16} />
        </span>
      }
      className={styles.statusButton}
      items={others.map((status) => ({
        label: statusActions[status],
        onSelect: () => onStatus(status),
      }))}
    />
  );
}

function StatusBadge({ status }: { status: JobStatus }) {
  return <Badge tone={statusTones[status]}>{jobStatusLabels[status]}</Badge>;
}

interface JobMenuProps extends Omit<JobActions, 'onStatus'> {
  job: ListedJob;
}

/** Actions on a job other than changing its status. */
function JobMenu({ job, onEdit, onDuplicate, onDelete }: JobMenuProps) {
  const [now] = useState(() => new Date());
  const open = isOpen({ ...job, closes_at: job.closes_at ?? null }, now, useSite().time_zone);
  const history = useHistoryItem('job', job.id, job.title);
  const offered = useSupportedItems();
  return (
    <>
      <Menu
        label={`Actions for ${job.title}`}
        trigger={<MoreIcon />}
        items={offered([
          { label: 'Edit', Icon: EditIcon, call: 'updateJob', onSelect: () => onEdit(job) },
          { label: 'Duplicate', Icon: CopyIcon, call: 'addJob', onSelect: () => onDuplicate(job) },
          {
            label: 'View on the site',
            Icon: ExternalIcon,
            ...(!open && { hint: 'Only admins can see this page: the job is not open' }),
            onSelect: () =>
              void window.open(pathTo('careersApplyJob', { jobId: job.id }), '_blank', 'noopener'),
          },
          history.item,
          {
            label: 'Delete',
            Icon: TrashIcon,
            danger: true,
            call: 'deleteJob',
            onSelect: () => onDelete(job),
          },
        ])}
      />
      {history.dialog}
    </>
  );
}

/** Tone of each status's badge. */
export const statusTones: Record<JobStatus, BadgeTone> = {
  draft: 'neutral',
  open: 'success',
  closed: 'signal',
  filled: 'accent',
};
