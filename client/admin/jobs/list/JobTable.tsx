import { type ReactNode, useState } from 'react';
import type { Id } from '#shared/id.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import { Table } from '../../../ui/Table.tsx';
import { JobRow } from './JobRow.tsx';
import styles from './JobTable.module.css';
import type { JobActions } from './job-actions.ts';

interface JobTableProps extends JobActions {
  jobs: readonly ListedJob[];
  /** Other filters or another page are on their way; these rows are those from before. */
  stale: boolean;
  /** The job whose status or existence is being changed. */
  busyId: Id | undefined;
}

/** All jobs of one page, with what can be done to each. */
export function JobTable({ jobs, stale, busyId, ...actions }: JobTableProps) {
  const [now] = useState(() => new Date());
  return (
    <JobFrame busy={stale}>
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} now={now} busy={job.id === busyId} {...actions} />
      ))}
    </JobFrame>
  );
}

/** The table around rows, or around the places of rows to come. On small screens each row is a card of its own. */
export function JobFrame({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div className={styles.frame} data-busy={busy || undefined}>
      <Table label="Jobs" aria-busy={busy || undefined} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">Status</th>
            <th scope="col">Applicants</th>
            <th scope="col">Closes</th>
            <th scope="col" className={styles.actionsHead}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Table>
    </div>
  );
}
