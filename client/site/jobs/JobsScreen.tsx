import { useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import type { JobFacets } from '#shared/schemas/job.ts';
import type { Head } from '#shared/schemas/site/pages.ts';
import { frame } from '#shared/words/en/frame.ts';
import { jobFacts } from '#shared/words/en/job-facts.ts';
import { jobs as jobsWords } from '#shared/words/en/jobs.ts';
import type { Words } from '#shared/words/words.ts';
import { hostCallsQuery } from '../../api/host-support.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { formTokenQuery } from '../../forms/visitor/form-token.ts';
import { useRejectedForm } from '../../forms/visitor/page-outcome.ts';
import { useSite } from '../../site-info.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { ArrowLeftIcon, CloseIcon, FilterIcon } from '../../ui/icons.tsx';
import { Breadcrumbs, PageHead } from '../../ui/PageHead.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { NameText, titleLength, WrittenText } from '../../ui/WrittenText.tsx';
import { pageOf } from '../../use-page-number.ts';
import { useScript, useWords } from '../../words.ts';
import { ButtonLink } from '../links.tsx';
import { Application, useReceipt } from './Application.tsx';
import filterStyles from './FilterControls.module.css';
import { JobList } from './JobList.tsx';
import styles from './JobsScreen.module.css';
import {
  choicesOf,
  type FacetName,
  facetLabel,
  facets,
  filtersOf,
  hasFilters,
  isSpontaneous,
  type JobFilters,
  noFilters,
  queryWith,
  sourceOf,
  sourceQuery,
  spontaneousPath,
} from './job-search-params.ts';
import listStyles from './OpenPositions.module.css';
import { type OpenJobs, openJobsQuery, useOpenJobs, useReadAt } from './queries.ts';

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
  const words = useWords(jobsWords);
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

/** All open jobs that match the filters in the URL, and an invitation to apply without a job. */
function OpenPositions() {
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
      <header className={listStyles.head}>
        <h1
          className={classNames('indexTitle', listStyles.title)}
          {...titleLength(head.title)}
          {...script(head.title)}
        >
          {head.title}
        </h1>
        <WrittenText className={listStyles.intro}>{head.text}</WrittenText>
      </header>

      <div className={listStyles.board}>
        {!jobs.data?.unlisted && !noneOpen && (
          <aside className={listStyles.aside} aria-label={words('jobs.find')}>
            <JobSearch filters={filters} />
            <Facets counts={jobs.data?.facets} filters={filters} loading={jobs.isPending} />
          </aside>
        )}
        <section className={listStyles.results} aria-labelledby="positions">
          <div className={listStyles.resultsHead}>
            <h2 className={listStyles.count} id="positions" ref={results} tabIndex={-1}>
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
            <div className={listStyles.pages}>
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
          <WrittenText as="h2" className={listStyles.invitationTitle} id="invitation">
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

interface FacetsProps {
  /** Number of jobs per value; undefined until the list has loaded, and for a host that does not send the numbers. */
  counts: JobFacets | undefined;
  filters: JobFilters;
  loading: boolean;
}

/**
 * The filters of the list. Each value shows the number of jobs that it would select, and is a link, because each
 * choice has its own URL. On small screens the filters are behind a button.
 */
function Facets({ counts, filters, loading }: FacetsProps) {
  const words = useWords(jobsWords);
  const [open, setOpen] = useState(false);
  const id = useId();
  const chosen = facets.filter((name) => filters[name] !== '').length;
  const groups = facets.map((name) => ({
    name,
    chosen: filters[name],
    choices: choicesOf(counts?.[name] ?? [], filters[name]),
  }));
  if (!loading && groups.every(({ choices }) => choices.length === 0)) return null;
  return (
    <div className="stack4">
      <Button
        variant="quiet"
        className={filterStyles.toggle}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <FilterIcon /> {chosen > 0 ? words('jobs.filtersChosen', { count: chosen }) : words('jobs.filters')}
      </Button>
      <div className={filterStyles.groups} id={id} data-open={open}>
        {groups.map((group) => (
          <Facet key={group.name} {...group} />
        ))}
      </div>
    </div>
  );
}

interface FacetProps {
  name: FacetName;
  choices: { value: string; count: number }[];
  chosen: string;
}

function Facet({ name, choices, chosen }: FacetProps) {
  const factWords = useWords(jobFacts);
  const words = useWords(jobsWords);
  const [params] = useSearchParams();
  const id = useId();
  if (choices.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 className={filterStyles.facetTitle} id={id}>
        {words(`jobs.${name}`)}
      </h2>
      <ul className={filterStyles.choices}>
        {choices.map(({ value, count }) => (
          <li key={value}>
            <Link
              className={filterStyles.choice}
              to={pathTo('careersApply') + queryWith(params, { [name]: value === chosen ? '' : value })}
              aria-current={value === chosen ? 'true' : undefined}
              aria-label={words('jobs.choice', { label: facetLabel(name, value, factWords), count })}
            >
              <NameText className={filterStyles.text}>{facetLabel(name, value, factWords)}</NameText>
              <span className="soft digits">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FilterChipsProps {
  filters: JobFilters;
  /** Called when a filter is removed. Its link, which has the focus, disappears, so the caller moves the focus. */
  onRemoved: () => void;
}

/** The active filters, each a link that removes it. */
function FilterChips({ filters, onRemoved }: FilterChipsProps) {
  const factWords = useWords(jobFacts);
  const words = useWords(jobsWords);
  const [params] = useSearchParams();
  if (!hasFilters(filters)) return null;
  const chips = [
    ...(filters.search
      ? [
          {
            name: 'search',
            title: words('jobs.searched'),
            text: words('jobs.quoted', { text: filters.search }),
          },
        ]
      : []),
    ...facets.flatMap((name) =>
      filters[name]
        ? [{ name, title: words(`jobs.${name}`), text: facetLabel(name, filters[name], factWords) }]
        : [],
    ),
  ];
  const pathWith = (changes: Partial<JobFilters>) => pathTo('careersApply') + queryWith(params, changes);
  return (
    <ul className="row2" aria-label={words('jobs.activeFilters')}>
      {chips.map(({ name, title, text }) => (
        <li key={name}>
          <Link
            className={filterStyles.chip}
            to={pathWith({ [name]: '' })}
            aria-label={words('jobs.removeFilter', { title, text })}
            onClick={onRemoved}
          >
            <NameText className={filterStyles.text}>{text}</NameText>
            <CloseIcon size={16} />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link className={filterStyles.all} to={pathWith(noFilters)} onClick={onRemoved}>
            {words('jobs.clearFilters')}
          </Link>
        </li>
      )}
    </ul>
  );
}

/**
 * Field that searches in title, department and place. Only the first search adds a history entry; a change of the
 * search replaces that entry.
 */
function JobSearch({ filters: { search, ...others } }: { filters: JobFilters }) {
  const words = useWords(jobsWords);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <form action={pathTo('careersApply')} onSubmit={(event) => event.preventDefault()}>
      {[...new URLSearchParams(queryWith(new URLSearchParams(sourceQuery(params)), others))].map(
        ([name, text]) => (
          <input key={name} type="hidden" name={name} value={text} />
        ),
      )}
      <SearchField
        name="search"
        label={words('jobs.search')}
        value={search}
        maxLength={limits.search}
        onSearch={(text) =>
          // Starts from the URL in the address bar, because the rendered params may still lack a filter that was just
          // chosen.
          void navigate(
            pathTo('careersApply') + queryWith(new URLSearchParams(location.search), { search: text }),
            {
              replace: search !== '',
            },
          )
        }
      />
    </form>
  );
}
