import { formatJobLocation } from '#shared/job-labels.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../ui/Badge.tsx';
import { jobStatusLabels, jobStatusTones } from '../shared/job-labels.ts';
import { OrderedList } from '../shared/OrderedList.tsx';
import { useLocalParams } from '../shared/PagedList.tsx';
import { allJobsQuery } from './queries.ts';
import styles from './ReorderJobs.module.css';

/** All jobs in one list, in which they are reordered. */
export default function ReorderJobs() {
  return (
    <OrderedList
      params={useLocalParams()}
      all={allJobsQuery}
      what="jobs"
      one="job"
      empty={{ title: 'No jobs yet', text: 'There is nothing to reorder.' }}
      label="Order of the jobs"
      name="Jobs"
      nameOf={({ title }) => title}
      note={(_, { blocked }) =>
        `Visitors read the open jobs in this order. ${blocked ?? 'Drag a job, or move it with its buttons; each change is saved'}.`
      }
      kind="job"
      line={jobLine}
      lineClassName={styles.item}
    />
  );
}

const jobLine = (job: ListedJob) => (
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
