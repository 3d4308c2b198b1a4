import { useSearchParams } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import type { Job } from '#shared/schemas/job.ts';
import { jobs as jobsWords } from '#shared/words/en/jobs.ts';
import { useWords } from '../../words.ts';
import list from './JobList.module.css';
import { JobRow } from './JobRow.tsx';
import styles from './JobScreen.module.css';
import { noFilters, sourceQuery } from './job-search-params.ts';
import { useOpenJobs } from './queries.ts';

/** Number of other positions that a posting offers. */
const most = 2;

/** Other open positions, below a posting. Renders nothing if there are none or they cannot be read. */
export function OtherJobs({ job, now }: { job: Job; now: Date }) {
  const words = useWords(jobsWords);
  const [params] = useSearchParams();
  const others = useOpenJobs(noFilters, 1).data?.data.filter(({ id }) => id !== job.id) ?? [];
  if (others.length === 0) return null;
  return (
    <section className={styles.others} aria-labelledby="also-open">
      <h2 className={styles.othersTitle} id="also-open">
        {words('jobs.alsoOpen')}
      </h2>
      <ul className={list.list}>
        {others.slice(0, most).map((other) => (
          <li key={other.id}>
            <JobRow
              job={other}
              now={now}
              to={pathTo('careersApplyJob', { jobId: other.id }) + sourceQuery(params)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
