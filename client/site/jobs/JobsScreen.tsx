import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import type { Head } from '#shared/schemas/site/pages.ts';
import { jobs } from '#shared/words/en/jobs.ts';
import { hostCallsQuery } from '../../api/host-support.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { formTokenQuery } from '../../forms/visitor/form-token.ts';
import { useRejectedForm } from '../../forms/visitor/page-outcome.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { pageOf } from '../../use-page-number.ts';
import { useWords } from '../../words.ts';
import { Application, useReceipt } from './Application.tsx';
import styles from './JobsScreen.module.css';
import { filtersOf, isSpontaneous, sourceOf, sourceQuery, spontaneousPath } from './job-search-params.ts';
import { OpenPositions } from './OpenPositions.tsx';
import { openJobsQuery } from './queries.ts';

export const prefetch: Prefetch = async (reads, { url: { searchParams } }) => {
  if (isSpontaneous(searchParams)) await reads.side(formTokenQuery);
  else await reads.main(openJobsQuery(filtersOf(searchParams), pageOf(searchParams)));
  await reads.side(hostCallsQuery);
};

/** /careers/apply: the open jobs, or the form for applications without a job. */
export function Component() {
  const [params] = useSearchParams();
  // A form that was posted to this path is shown again, even if `?spontaneous` is missing.
  const rejected = useRejectedForm('application');
  const asksForForm = isSpontaneous(params) || rejected !== undefined;
  // Read here, so that the document of the list has the texts of the form, which is at the same address.
  const { head } = useSite().pages.spontaneous;
  return (
    <div className={classNames('page', styles.screen)}>
      {asksForForm ? <SpontaneousApplication head={head} /> : <OpenPositions />}
    </div>
  );
}

/**
 * The form for applications without a job. It has the same path as the list, so the router does not move the focus
 * when the form appears; the form takes the focus itself.
 */
function SpontaneousApplication({ head }: { head: Head }) {
  const words = useWords(jobs);
  const [params] = useSearchParams();
  const rejected = useRejectedForm('application');
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    top.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.spontaneous} ref={top} tabIndex={-1}>
      <PageHead
        title={head.title}
        description={head.description}
        path={spontaneousPath(new URLSearchParams())}
      />
      <Link className="onward" to={pathTo('careersApply') + sourceQuery(params)}>
        <ArrowLeftIcon /> {words('jobs.allPositions')}
      </Link>
      <Application
        level={1}
        title={head.title}
        intro={head.text}
        source={rejected?.values.source ?? sourceOf(params)}
        action={spontaneousPath(params)}
        rejected={rejected}
        {...useReceipt()}
      />
    </div>
  );
}
