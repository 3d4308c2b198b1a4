import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { formatJobLocation } from '#shared/job-labels.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SortableList } from '../../ui/SortableList.tsx';
import { jobStatusLabels } from '../shared/job-labels.ts';
import { QueryFailed } from '../shared/ListFailed.tsx';
import { Placeholders } from '../shared/Placeholders.tsx';
import { reorderBlockedReason } from '../shared/reorder-blocked-reason.ts';
import { useSavedOrder } from '../shared/use-saved-order.ts';
import { statusTones } from './JobList.tsx';
import { allJobsQuery } from './queries.ts';
import styles from './ReorderJobs.module.css';

/** All jobs in one list, in which they are reordered. */
export default function ReorderJobs({ onDone }: { onDone: () => void }) {
  const query = useQuery(allJobsQuery);
  const { data: list, error, isFetching } = query;
  const jobs = list?.data;
  const fixed = list && reorderBlockedReason(list);
  const order = useSavedOrder('reorderJobs', allJobsQuery.queryKey, 'job');
  const done = useRef<HTMLButtonElement>(null);
  // The button that opened this view has disappeared and lost the focus, so the "Done" button gets it.
  useEffect(() => done.current?.focus(), []);
  return (
    <section className={styles.reorder} aria-label="Order of the jobs">
      <p className={styles.text}>
        Visitors read the open jobs in this order. Drag a job, or move it with its buttons; each change is
        saved.
      </p>
      {fixed && <p className={styles.text}>{fixed}.</p>}
      <div className={styles.head}>
        <p className={styles.state} role="status">
          {order.isPending ? 'Saving the order…' : order.isSuccess ? deskMessages['order.saved'] : ''}
        </p>
        <Button ref={done} onClick={onDone}>
          Done
        </Button>
      </div>
      {jobs?.length === 0 && <EmptyState title="No jobs yet" text="There is nothing to reorder." />}
      {jobs && (
        <SortableList
          label="Jobs"
          items={jobs}
          getId={(job) => job.id}
          getName={(job) => job.title}
          onReorder={(moved) => order.mutate(moved.map(({ id }) => id))}
          disabled={fixed !== undefined}
          itemClassName={styles.item ?? ''}
          renderItem={(job, handle) => (
            <>
              <OrderedJob job={job} />
              {handle}
            </>
          )}
        />
      )}
      {!jobs && error && !isFetching && <QueryFailed what="jobs" query={query} />}
      {!jobs && (!error || isFetching) && <Placeholders what="the jobs" heights={Array(6).fill('4rem')} />}
    </section>
  );
}

function OrderedJob({ job }: { job: ListedJob }) {
  return (
    <div className={styles.job}>
      <span className={styles.title} dir="auto" lang={languageOf(job.title)}>
        {job.title}
      </span>
      <span className={styles.facts}>
        {job.department && <bdi lang={languageOf(job.department)}>{job.department}</bdi>}
        <bdi lang={languageOf(formatJobLocation(job))}>{formatJobLocation(job)}</bdi>
      </span>
      <Badge tone={statusTones[job.status]}>{jobStatusLabels[job.status]}</Badge>
    </div>
  );
}
