import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { jobs as jobsWords } from '#shared/words/en/jobs.ts';
import { isLeftOut } from '../../api/prefetch.ts';
import layout from '../../ui/layout/layout.module.css';
import { NameText } from '../../ui/NameText.tsx';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { titleLength } from '../../ui/title-length.ts';
import { asNode, useWords } from '../../words.ts';
import { JobList } from './JobList.tsx';
import styles from './JobScreen.module.css';
import { noFilters, sourceQuery, spontaneousPath } from './job-search-params.ts';
import { useOpenJobs } from './queries.ts';

/** Shown for a job that no longer accepts applications, with a list of open jobs. */
export function ClosedJob({ title }: { title: string | undefined }) {
  const words = useWords(jobsWords);
  const [params] = useSearchParams();
  const jobs = useOpenJobs(noFilters, 1);
  const [now] = useState(() => new Date(jobs.dataUpdatedAt || Date.now()));
  const invitation = <Link to={spontaneousPath(params)}>{words('jobs.spontaneous')}</Link>;
  return (
    <>
      <PageTitle>{title ? words('jobs.closedPage', { title }) : words('jobs.closedPageUnnamed')}</PageTitle>
      <PageStatus code={410} />
      <header className={styles.closedHead}>
        <h1 className={layout.quietTitle} {...titleLength(title ?? '')}>
          {title
            ? asNode(words.parts('jobs.closed', { title: () => <NameText>{title}</NameText> }))
            : words('jobs.closedUnnamed')}
        </h1>
        <div className={styles.closedText}>
          <p>{words('jobs.closedText')}</p>
          <p>{invitation}</p>
        </div>
      </header>
      {!isLeftOut(jobs) && (
        <section className={styles.others} aria-labelledby="others">
          <h2 className={styles.othersTitle} id="others">
            {words('jobs.openNow')}
          </h2>
          <JobList
            jobs={jobs}
            now={now}
            filtered={false}
            linkQuery={sourceQuery(params)}
            invitation={invitation}
          />
        </section>
      )}
    </>
  );
}
