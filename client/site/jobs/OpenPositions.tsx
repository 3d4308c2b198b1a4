import { useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { frame } from '#shared/words/en/frame.ts';
import { jobs as jobsWords } from '#shared/words/en/jobs.ts';
import type { Words } from '#shared/words/words.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { Breadcrumbs, PageHead } from '../../ui/PageHead.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { titleLength, WrittenText } from '../../ui/WrittenText.tsx';
import { pageOf } from '../../use-page-number.ts';
import { useScript, useWords } from '../../words.ts';
import { ButtonLink } from '../links.tsx';
import { Facets, FilterChips, JobSearch } from './FilterControls.tsx';
import { JobList } from './JobList.tsx';
import {
  filtersOf,
  hasFilters,
  noFilters,
  queryWith,
  sourceQuery,
  spontaneousPath,
} from './job-search-params.ts';
import styles from './OpenPositions.module.css';
import { type OpenJobs, useOpenJobs, useReadAt } from './queries.ts';

/** All open jobs that match the filters in the URL, and an invitation to apply without a job. */
export function OpenPositions() {
  const script = useScript();
  const frameWords = useWords(frame);
  const words = useWords(jobsWords);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const results = useRef<HTMLHeadingElement>(null);
  const { head, invitation } = useSite().pages.jobs;
  const filters = filtersOf(params);
  const page = pageOf(params);
  const jobs = useOpenJobs(filters, page);
  const now = useReadAt(jobs);
  const filtered = hasFilters(filters);
  // True if there are no open jobs at all. The list then shows the invitation, and the filters are hidden.
  const noneOpen = !filtered && jobs.data !== undefined && !jobs.data.unlisted && countOf(jobs.data) === 0;
  const address = (query: string) => pathTo('careersApply') + query;
  const hrefFor = (wanted: number) => {
    const query = new URLSearchParams(queryWith(params, {}));
    if (wanted > 1) query.set('page', String(wanted));
    return address(query.size > 0 ? `?${query}` : '');
  };
  const toResults = () => results.current?.focus();

  return (
    <>
      <PageHead
        title={
          page > 1
            ? frameWords('pages.titleOfPage', { title: words('jobs.crumb'), page })
            : words('jobs.crumb')
        }
        description={head.description}
        // The canonical URL has no filters, because filtered results are not a page of their own for search engines.
        path={address(page > 1 && !filtered ? `?page=${page}` : '')}
      />
      <Breadcrumbs trail={[{ name: words('jobs.crumb'), path: pathTo('careersApply') }]} />
      <header className={styles.head}>
        <h1
          className={classNames('indexTitle', styles.title)}
          {...titleLength(head.title)}
          {...script(head.title)}
        >
          {head.title}
        </h1>
        <WrittenText className={styles.intro}>{head.text}</WrittenText>
      </header>

      <div className={styles.board}>
        {!jobs.data?.unlisted && !noneOpen && (
          <aside className={styles.aside} aria-label={words('jobs.find')}>
            <JobSearch filters={filters} />
            <Facets counts={jobs.data?.facets} filters={filters} loading={jobs.isPending} />
          </aside>
        )}
        <section className={styles.results} aria-labelledby="positions">
          <div className={styles.resultsHead}>
            <h2 className={styles.count} id="positions" ref={results} tabIndex={-1}>
              <span role="status">{formatCount(jobs.data, filtered, words)}</span>
            </h2>
            <FilterChips filters={filters} onRemoved={toResults} />
          </div>
          <JobList
            jobs={jobs}
            now={now}
            filtered={filtered}
            linkQuery={sourceQuery(params)}
            clear={
              <Link to={address(queryWith(params, noFilters))} onClick={toResults}>
                {words('jobs.showAll')}
              </Link>
            }
            invitation={<Link to={spontaneousPath(params)}>{words('jobs.spontaneous')}</Link>}
          />
          {jobs.data && (
            <div className={styles.pages}>
              <Pagination
                current={jobs.data.current_page}
                last={jobs.data.last_page}
                window={5}
                label={words('jobs.pages')}
                hrefFor={hrefFor}
                onChange={(wanted) => {
                  void navigate(hrefFor(wanted));
                  toResults();
                }}
              />
            </div>
          )}
        </section>
      </div>

      {invitation && !noneOpen && (
        <section className="invitation" aria-labelledby="invitation">
          <WrittenText as="h2" className={styles.invitationTitle} id="invitation">
            {invitation.title}
          </WrittenText>
          <div className="invitationText">
            <WrittenText>{invitation.text}</WrittenText>
            <ButtonLink to={spontaneousPath(params)}>{words('jobs.spontaneous')}</ButtonLink>
          </div>
        </section>
      )}
    </>
  );
}

const countOf = (jobs: OpenJobs) => jobs.total ?? jobs.data.length;

function formatCount(jobs: OpenJobs | undefined, filtered: boolean, words: Words<typeof jobsWords>) {
  if (!jobs || jobs.unlisted) return words('jobs.heading');
  const count = countOf(jobs);
  if (count === 0) return words(filtered ? 'jobs.noMatch' : 'jobs.noPositions');
  return words(filtered ? 'jobs.found' : 'jobs.count', { count });
}
