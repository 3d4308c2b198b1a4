import { useSearchParams } from 'react-router-dom';
import { pageOf } from '../../address/use-page-number.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { SpontaneousApplication } from './apply/SpontaneousApplication.tsx';
import { isSpontaneous } from './apply/spontaneous.ts';
import styles from './JobsScreen.module.css';
import { filtersOf } from './list/job-filters.ts';
import { OpenPositions } from './list/OpenPositions.tsx';
import { openJobsQuery } from './queries/open-jobs.ts';

export const prefetch: Prefetch = async (reads, { url: { searchParams } }) => {
  if (isSpontaneous(searchParams)) return;
  await reads.main(openJobsQuery(filtersOf(searchParams), pageOf(searchParams)));
};

/** /careers/apply: the open jobs, or the form for those who apply without one. */
export function Component() {
  const [params] = useSearchParams();
  return (
    <div className={styles.screen}>
      {isSpontaneous(params) ? <SpontaneousApplication /> : <OpenPositions />}
    </div>
  );
}
