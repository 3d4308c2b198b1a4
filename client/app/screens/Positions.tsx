import { useState } from 'react';
import { pathTo } from '#shared/paths.ts';
import { JobRow } from '../../site/jobs/list/JobRow.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useOpenPositions } from './open-positions.ts';
import styles from './Positions.module.css';

/** The first open positions, for pages of other features; nothing while there are none, or when they cannot be read. */
export function Positions({ limit }: { limit: number }) {
  const jobs = useOpenPositions();
  // When the jobs were read: server and browser say the same of how long is left.
  const [now] = useState(() => new Date(jobs.dataUpdatedAt || Date.now()));
  if (jobs.isPending) return <Places count={limit} />;
  if (jobs.isError || jobs.data.data.length === 0) return null;
  return (
    <ul className={styles.list}>
      {jobs.data.data.slice(0, limit).map((job) => (
        <li key={job.id}>
          <JobRow job={job} to={pathTo('careersApplyJob', { jobId: job.id })} now={now} />
        </li>
      ))}
    </ul>
  );
}

function Places({ count }: { count: number }) {
  return (
    <div className={styles.list}>
      <VisuallyHidden role="status">Loading positions…</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places that all look the same
        <div key={index} className={styles.place}>
          <Skeleton height="5.5rem" />
        </div>
      ))}
    </div>
  );
}
