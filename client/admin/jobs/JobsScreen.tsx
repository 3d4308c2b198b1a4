import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDay } from '#shared/dates.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { job } from '#shared/entities/job.ts';
import {
  daysLeft,
  formatDaysLeft,
  formatEmployment,
  formatJobLocation,
  isOpen,
  isOver,
} from '#shared/job-labels.ts';
import { pathTo } from '#shared/paths.ts';
import { type JobStatus, jobStatuses, type ListedJob } from '#shared/schemas/job.ts';
import { languageOf } from '#shared/text-direction.ts';
import { listQuery, refresh } from '../../api/call-query.ts';
import { useAccepts } from '../../api/host-support.ts';
import { formNameOf, idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { useSite } from '../../site-info.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { AlertIcon, ClockIcon, CopyIcon, ExternalIcon, ListIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { guardedLoader } from '../screens.tsx';
import { IfSupported, useMay } from '../shared/access.tsx';
import { deletionOf, useDeleteWithUndo } from '../shared/calls.tsx';
import { DataList, deleteAction, editAction, RowTitle, StatusMenu } from '../shared/DataList.tsx';
import { jobStatusLabels, jobStatusTones } from '../shared/job-labels.ts';
import {
  ListSearch,
  oneOf,
  type PagedListProps,
  Placeholders,
  readParams,
  useListParams,
} from '../shared/PagedList.tsx';
import { PendingStrip } from '../shared/PendingStrip.tsx';
import { ScheduleNote, useSchedules } from '../shared/publish/ScheduleNote.tsx';
import { AddRecord } from '../shared/RecordsScreen.tsx';
import rows from '../shared/rows.module.css';
import type { JobToOpen } from './JobForm.tsx';
import listStyles from './JobList.module.css';
import styles from './JobsScreen.module.css';
import { changeJobStatus } from './queries.ts';

// Loaded lazily: most visits to this screen only read, and need neither the form nor the drag library.
const JobDialog = lazy(() => import('./JobForm.tsx'));
const ReorderJobs = lazy(() => import('./ReorderJobs.tsx'));

/** The filters, by the names of the parameters of `getJobs`. */
const readers = { status: oneOf(jobStatuses) };

/** One page of the jobs that match the filters, in their stored order. */
const jobsQuery = ({ per_page: _, ...filters }: ReturnType<typeof readParams<typeof readers>>) =>
  listQuery('getJobs', filters);

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(jobsQuery(readParams(search, readers)));
});

/** Jobs, the first screen of the dashboard (docs/product.md §2). */
export function Component() {
  const params = useListParams(readers);
  const form = useOpenForm();
  const open = jobToOpen(form.open);
  const [reordering, setReordering] = useState(false);
  const list = useQuery({ ...jobsQuery(params.filters), enabled: !reordering });
  const accepts = useAccepts('updateJobStatus', 'status');

  return (
    <>
      <ScreenHeader
        title="Jobs"
        actions={
          <>
            <IfSupported call="reorderJobs">
              <Button variant={reordering ? 'primary' : 'quiet'} onClick={() => setReordering(!reordering)}>
                {reordering ? (
                  'Done'
                ) : (
                  <>
                    <ListIcon /> Reorder
                  </>
                )}
              </Button>
            </IfSupported>
            {!reordering && <AddRecord noun={job}>Post a job</AddRecord>}
          </>
        }
      />
      <PendingStrip />
      {reordering ? (
        <Suspense fallback={<Placeholders what="the jobs" heights={Array(6).fill('4rem')} />}>
          <ReorderJobs />
        </Suspense>
      ) : (
        <>
          <IfSupported call="getJobs">
            <div className={styles.bar}>
              <SegmentedControl
                label="Status of the jobs"
                hideLabel
                value={params.filters.status ?? 'all'}
                options={choices.filter(({ value }) => value === 'all' || accepts(value))}
                onChange={(value) => params.change({ status: value === 'all' ? undefined : value })}
              />
              <ListSearch
                className={styles.search}
                label="Search jobs"
                placeholder="Title, department or place"
                params={params}
              />
            </div>
          </IfSupported>
          <JobList list={list} params={params} />
        </>
      )}
      {open && (
        <Suspense fallback={null}>
          <JobDialog key={form.open} open={open} onClose={form.close} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Returns the form that is named in the URL: `new` is an empty form, an id the form of that job, and `copy-` with an
 * id the form of a new job that starts as a copy of that job.
 */
function jobToOpen(name: string | undefined): JobToOpen | undefined {
  if (name === 'new') return { kind: 'new' };
  const isCopy = name?.startsWith(copyPrefix);
  const id = idInFormName(isCopy ? name?.slice(copyPrefix.length) : name);
  return id === undefined ? undefined : { kind: isCopy ? 'copy' : 'edit', id };
}

const choices: { value: JobStatus | 'all'; label: string }[] = [
  { value: 'all', label: 'All' },
  ...jobStatuses.map((value) => ({ value, label: jobStatusLabels[value] })),
];

/** Begins the name of a form in the URL for a new job that starts as a copy of the job whose name follows. */
const copyPrefix = 'copy-';

const copyFormOf = ({ id }: ListedJob) => `${copyPrefix}${formNameOf(id)}`;

/** The jobs, page by page. On small screens each row is a card. */
function JobList({
  list,
  params,
}: {
  list: PagedListProps<ListedJob>['list'];
  params: ReturnType<typeof useListParams>;
}) {
  const form = useOpenForm();
  const { isFiltered, clear } = params;
  const may = useMay();
  const accepts = useAccepts('updateJobStatus', 'status');
  const [now] = useState(() => new Date());
  const zone = useSite().time_zone;
  const queries = useQueryClient();
  const { remove, deleting } = useDeleteWithUndo({
    ...deletionOf('job'),
    failed: deskMessages['blog.deleteFailed'],
  });
  const { data: schedules } = useSchedules('job', () => refresh(queries, 'job'));
  return (
    <div className={listStyles.frame}>
      <DataList
        list={list}
        params={params}
        name="Jobs"
        what="jobs"
        one="job"
        announce={({ total }) =>
          total === undefined ? '' : `${total === 1 ? '1 job' : `${total} jobs`}${isFiltered ? ' found' : ''}`
        }
        empty={isFiltered ? noMatch(clear) : noJobs}
        className={listStyles.table}
        busy={({ id }) => id === deleting}
        columns={[
          {
            head: 'Job',
            className: listStyles.job,
            cell: (job) => (
              <>
                <RowTitle
                  call="updateJob"
                  className={listStyles.title}
                  title={job.title}
                  onOpen={() => form.edit(job.id)}
                />
                <span className={rows.facts}>
                  {factsOf(job).map((fact) => (
                    <bdi key={fact} lang={languageOf(fact)}>
                      {fact}
                    </bdi>
                  ))}
                  <ScheduleNote schedule={schedules?.find(({ row_id: id }) => id === job.id)} />
                </span>
              </>
            ),
          },
          {
            head: 'Status',
            className: listStyles.status,
            cell: (job) => (
              <StatusMenu
                of={job.title}
                status={jobStatusLabels[job.status]}
                tone={jobStatusTones[job.status]}
                items={jobStatuses
                  .filter((status) => status !== job.status && may('updateJobStatus') && accepts(status))
                  .map((status) => ({
                    label: statusActions[status],
                    onSelect: () => changeJobStatus(queries, job, status, () => form.edit(job.id)),
                  }))}
              />
            ),
          },
          {
            head: 'Applicants',
            cell: (job) =>
              may('getApplicants') ? <Applicants job={job} /> : <span className={listStyles.none}>–</span>,
          },
          { head: 'Closes', cell: (job) => <Closes job={job} now={now} zone={zone} /> },
        ]}
        titleOf={({ title }) => title}
        history="job"
        actions={(job) => [
          editAction('job', () => form.edit(job.id)),
          { label: 'Duplicate', Icon: CopyIcon, call: 'addJob', onSelect: () => form.show(copyFormOf(job)) },
          {
            label: 'View on the site',
            Icon: ExternalIcon,
            hint: isOpen({ ...job, closes_at: job.closes_at ?? null }, now, zone)
              ? undefined
              : 'Only admins can see this page: the job is not open',
            onSelect: () =>
              void window.open(pathTo('careersApplyJob', { jobId: job.id }), '_blank', 'noopener'),
          },
          deleteAction('job', () => void remove(job.id)),
        ]}
      />
    </div>
  );
}

const factsOf = (job: ListedJob) =>
  [job.department, formatEmployment(job), formatJobLocation(job)].filter(Boolean);

const noMatch = (onClear: () => void) => ({
  title: 'No job matches',
  text: 'Try another status or fewer words. The search covers title, department and location.',
  action: (
    <Button variant="quiet" onClick={onClear}>
      Clear filters
    </Button>
  ),
});

const noJobs = {
  title: 'No jobs yet',
  text: 'A job starts as a draft that only admins can see. Once published, it appears on the careers page and accepts applications.',
  action: <AddRecord noun={job}>Post the first job</AddRecord>,
};

/**
 * Number of applicants, and how many of them are unread, as a link to the list of these applicants. Renders nothing
 * if the host does not send the numbers.
 */
function Applicants({ job }: { job: ListedJob }) {
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

function Closes({ job, now, zone }: { job: ListedJob; now: Date; zone: string }) {
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

/** Menu labels of the actions that change the status, by the new status. */
const statusActions: Record<JobStatus, string> = {
  draft: 'Make it a draft',
  open: 'Open',
  closed: 'Close',
  filled: 'Mark as filled',
};

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
