import { type LoaderFunctionArgs, useSearchParams } from 'react-router-dom';
import { pageOf } from '../../address/use-page-number.ts';
import { queryClient } from '../../api/query-client.ts';
import { SpontaneousApplication } from './apply/SpontaneousApplication.tsx';
import { isSpontaneous } from './apply/spontaneous.ts';
import styles from './JobsScreen.module.css';
import { filtersOf } from './list/job-filters.ts';
import { OpenPositions } from './list/OpenPositions.tsx';
import { openJobsQuery } from './queries/open-jobs.ts';

/** Begins to fetch, and does not wait: the page comes at once, with places where the jobs will stand. */
export function loader({ request }: LoaderFunctionArgs): null {
  const { searchParams } = new URL(request.url);
  if (!isSpontaneous(searchParams)) {
    void queryClient.prefetchQuery(openJobsQuery(filtersOf(searchParams), pageOf(searchParams)));
  }
  return null;
}

/** /careers/apply: the open jobs, or the form for those who apply without one. */
export function Component() {
  const [params] = useSearchParams();
  return (
    <div className={styles.screen}>
      {isSpontaneous(params) ? <SpontaneousApplication /> : <OpenPositions />}
    </div>
  );
}
