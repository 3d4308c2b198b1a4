import { lazy, Suspense, useState } from 'react';
import { job } from '#shared/entities/job.ts';
import { type JobStatus, jobStatuses } from '#shared/schemas/job.ts';
import { listQuery } from '../../api/call-query.ts';
import { useAccepts } from '../../api/host-support.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { ListIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { IfSupported } from '../shared/access.tsx';
import { jobStatusLabels } from '../shared/job-labels.ts';
import { ListSearch, oneOf, Placeholders } from '../shared/PagedList.tsx';
import { PendingStrip } from '../shared/PendingStrip.tsx';
import { AddRecord } from '../shared/RecordsScreen.tsx';
import { screenList } from '../shared/screen-list.ts';
import type { JobToOpen } from './JobForm.tsx';
import { copyPrefix, JobList } from './JobList.tsx';
import styles from './JobsScreen.module.css';

// Loaded lazily: most visits to this screen only read, and need neither the form nor the drag library.
const JobDialog = lazy(() => import('./JobForm.tsx'));
const ReorderJobs = lazy(() => import('./ReorderJobs.tsx'));

/** The jobs that match the filters, in their stored order. */
const jobs = screenList({ status: oneOf(jobStatuses) }, ({ per_page: _, ...filters }) =>
  listQuery('getJobs', filters),
);

export const { loader } = jobs;

/** Jobs, the first screen of the dashboard (docs/product.md §2). */
export function Component() {
  const form = useOpenForm();
  const open = jobToOpen(form.open);
  const [reordering, setReordering] = useState(false);
  const { params, list } = jobs.useList({ enabled: !reordering });
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
