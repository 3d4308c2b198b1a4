import { useQuery } from '@tanstack/react-query';
import { formatJobLocation } from '#shared/job-labels.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../ui/Badge.tsx';
import { SortableList } from '../../ui/SortableList.tsx';
import { jobStatusLabels, jobStatusTones } from '../shared/job-labels.ts';
import { OrderedRows } from '../shared/OrderedList.tsx';
import { PagedList, useLocalParams } from '../shared/PagedList.tsx';
import { allJobsQuery } from './queries.ts';
import styles from './ReorderJobs.module.css';

/** All jobs in one list, in which they are reordered. */
export default function ReorderJobs() {
  const list = useQuery(allJobsQuery);
  return (
    <PagedList
      list={list}
      params={useLocalParams()}
      what="jobs"
      one="job"
      empty={{ title: 'No jobs yet', text: 'There is nothing to reorder.' }}
    >
      {() =>
        list.data && (
          <OrderedRows
            all={allJobsQuery}
            list={list.data}
            label="Order of the jobs"
            name="Jobs"
            nameOf={({ title }) => title}
            note={({ blocked }) =>
              `Visitors read the open jobs in this order. ${blocked ?? 'Drag a job, or move it with its buttons; each change is saved'}.`
            }
            kind="job"
          >
            {(order) => (
              <SortableList
                {...order}
                itemClassName={styles.item ?? ''}
                renderItem={(job, handle) => (
                  <>
                    <OrderedJob job={job} />
                    {handle}
                  </>
                )}
              />
            )}
          </OrderedRows>
        )
      }
    </PagedList>
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
      <Badge tone={jobStatusTones[job.status]}>{jobStatusLabels[job.status]}</Badge>
    </div>
  );
}
