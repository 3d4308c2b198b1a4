import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { job } from '#shared/entities/job.ts';
import { formatEmployment, formatJobLocation, isOpen } from '#shared/job-labels.ts';
import { pathTo } from '#shared/paths.ts';
import { type JobStatus, jobStatuses, type ListedJob } from '#shared/schemas/job.ts';
import { languageOf } from '#shared/text-direction.ts';
import { refresh } from '../../api/call-query.ts';
import { useAccepts } from '../../api/host-support.ts';
import { formNameOf, useOpenForm } from '../../forms/open-form.ts';
import { useSite } from '../../site-info.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyIcon, ExternalIcon } from '../../ui/icons.tsx';
import { useMay } from '../shared/access.tsx';
import { deletionOf, useDeleteWithUndo } from '../shared/calls.tsx';
import { DataList, deleteAction, editAction, RowTitle, StatusMenu } from '../shared/DataList.tsx';
import { jobStatusLabels, jobStatusTones } from '../shared/job-labels.ts';
import type { PagedListProps, useListParams } from '../shared/PagedList.tsx';
import { ScheduleNote, useSchedules } from '../shared/publish/ScheduleNote.tsx';
import { AddRecord } from '../shared/RecordsScreen.tsx';
import rows from '../shared/rows.module.css';
import { Applicants, Closes } from './JobCells.tsx';
import listStyles from './JobList.module.css';
import { changeJobStatus } from './queries.ts';

/** Begins the name of a form in the URL for a new job that starts as a copy of the job whose name follows. */
export const copyPrefix = 'copy-';

const copyFormOf = ({ id }: ListedJob) => `${copyPrefix}${formNameOf(id)}`;

/** The jobs, page by page. On small screens each row is a card. */
export function JobList({
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
                  {[job.department, formatEmployment(job), formatJobLocation(job)]
                    .filter(Boolean)
                    .map((fact) => (
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

/** Menu labels of the actions that change the status, by the new status. */
const statusActions: Record<JobStatus, string> = {
  draft: 'Make it a draft',
  open: 'Open',
  closed: 'Close',
  filled: 'Mark as filled',
};
