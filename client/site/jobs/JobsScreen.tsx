import { useSearchParams } from 'react-router-dom';
import { hostCallsQuery } from '../../api/host-calls.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { formTokenQuery } from '../../forms/visitor/form-token.ts';
import { useRejectedForm } from '../../forms/visitor/page-outcome.ts';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout/layout.module.css';
import { pageOf } from '../../use-page-number.ts';
import { SpontaneousApplication } from './apply/SpontaneousApplication.tsx';
import { isSpontaneous } from './apply/spontaneous.ts';
import styles from './JobsScreen.module.css';
import { filtersOf } from './list/job-filters.ts';
import { OpenPositions } from './list/OpenPositions.tsx';
import { openJobsQuery } from './open-jobs.ts';

export const prefetch: Prefetch = async (reads, { url: { searchParams } }) => {
  if (isSpontaneous(searchParams)) await reads.side(formTokenQuery);
  else await reads.main(openJobsQuery(filtersOf(searchParams), pageOf(searchParams)));
  await reads.side(hostCallsQuery);
};

/** /careers/apply: the open jobs, or the form for those who apply without one. */
export function Component() {
  const [params] = useSearchParams();
  // A post to the bare address is of that form too, whatever page it came from.
  const rejected = useRejectedForm('application');
  const asksForForm = isSpontaneous(params) || rejected !== undefined;
  return (
    <div className={classNames(layout.page, styles.screen)}>
      {asksForForm ? <SpontaneousApplication /> : <OpenPositions />}
    </div>
  );
}
