import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Link, useNavigate, useSearchParams, useViewTransitionState } from 'react-router-dom';
import type { Category } from '#shared/entities/category.ts';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import { work } from '#shared/words/en/work.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { Pagination } from '../../ui/Pagination.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TitleText, titleLength, WrittenText } from '../../ui/WrittenText.tsx';
import { pageOf, usePageNumber } from '../../use-page-number.ts';
import { asNode, useScript, useWords } from '../../words.ts';
import { PageIntro } from '../PageIntro.tsx';
import { LoadingList, PagedRecords } from '../PageStates.tsx';
import { clientOf, travelling } from './display.ts';
import { CategoryPlate } from './Plate.tsx';
import styles from './PortfolioScreen.module.css';
import { allWorkQuery, categoriesQuery, type ListedWork } from './queries.ts';
import listStyles from './WorkList.module.css';

export const prefetch: Prefetch = (reads, { url }) =>
  Promise.all([reads.main(categoriesQuery(pageOf(url.searchParams))), reads.side(allWorkQuery())]);

/** /portfolio: the categories of the studio's work, and the list of all work. */
export function Component() {
  const [page] = usePageNumber();
  const { head } = useSite().pages.portfolio;
  return (
    <div className="page">
      <PageIntro head={head} path={pathTo('portfolio')} page={page} className={styles.intro} />
      <Categories page={page} />
      <WorkList />
    </div>
  );
}

function Categories({ page }: { page: number }) {
  const words = useWords(work);
  const categories = useQuery(categoriesQuery(page));
  return (
    <PagedRecords
      list={categories}
      page={page}
      path={pathTo('portfolio')}
      loading={<MosaicSkeleton />}
      failed={words('work.listFailed')}
      empty={{ seed: 'no-fields', title: words('work.none'), text: words('work.noneText') }}
    >
      {({ data }, end) => (
        <>
          <Mosaic categories={data} />
          {end}
        </>
      )}
    </PagedRecords>
  );
}

/** Categories as plates, alternately wide and narrow. If the last one has no neighbour, it is as wide as the page. */
function Mosaic({ categories }: { categories: readonly Category[] }) {
  return (
    <div className={styles.mosaic}>
      {categories.map((category, index) => (
        <CategoryPlate key={category.id} className={styles.tile} category={category} eager={index < 2} />
      ))}
    </div>
  );
}

function MosaicSkeleton() {
  const words = useWords(work);
  return (
    <LoadingList className={styles.mosaic} label={words('work.loadingCategories')} count={4}>
      {() => (
        <div className={styles.tile}>
          <Skeleton height="var(--print-height)" />
        </div>
      )}
    </LoadingList>
  );
}

/** Filters of the list of all work, read from the URL; '' means no filter. */
interface WorkFilters {
  /** Title of a category. */
  category: string;
  year: string;
}

/** The element id of the list, to which its links lead where scripts do not run. */
const workAnchor = 'all-work';

export function filtersOf(params: URLSearchParams): WorkFilters {
  return { category: params.get('category')?.trim() ?? '', year: params.get('year')?.trim() ?? '' };
}

/** Returns the page number of the list. The plain `page` is that of the categories above it. */
export function workPageOf(params: URLSearchParams) {
  const text = params.get('works') ?? '';
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

/** Returns the URL of the list with these filters. */
export function workPath({ category, year }: WorkFilters, page = 1) {
  const params = new URLSearchParams({
    ...(category && { category }),
    ...(year && { year }),
    ...(page > 1 && { works: String(page) }),
  });
  return `${pathTo('portfolio')}${params.size > 0 ? `?${params}` : ''}#${workAnchor}`;
}

/** Returns one page of the works that match the filters, the newest year first, and the remaining choices. */
export function pageOfWork(all: readonly ListedWork[], filters: WorkFilters, page: number) {
  const isOfYear = ({ year }: ListedWork) => !filters.year || String(year ?? '') === filters.year;
  const inCategory = all.filter(({ category }) => !filters.category || category === filters.category);
  const matching = inCategory.filter(isOfYear);
  const newestFirst = [...matching].sort((one, other) => (other.year ?? 0) - (one.year ?? 0));
  const first = (page - 1) * limits.workPage;
  return {
    works: newestFirst.slice(first, first + limits.workPage),
    last: Math.max(1, Math.ceil(matching.length / limits.workPage)),
    // The categories that have works of the chosen year, and the years that have works in the chosen category.
    categories: [...new Set(all.filter(isOfYear).map(({ category }) => category))],
    years: [...new Set(inCategory.map(({ year }) => year ?? 0))]
      .filter((year) => year > 0)
      .sort((one, other) => other - one)
      .map(String),
  };
}

/**
 * All work with year and client, filtered by category and year. Renders nothing for a single work, and if the works
 * could not be read.
 */
function WorkList() {
  const words = useWords(work);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const section = useSectionInView(filtersOf(params), workPageOf(params));
  const all = useQuery(allWorkQuery()).data ?? [];
  if (all.length < 2) return null;
  const filters = filtersOf(params);
  const page = workPageOf(params);
  const { works, last, categories, years } = pageOfWork(all, filters, page);
  const isFiltered = filters.category !== '' || filters.year !== '';
  const ofOneCategory = all.every(({ category }) => category === all[0]?.category);
  return (
    <section ref={section} className={listStyles.section} id={workAnchor} aria-labelledby="all-work-title">
      <div className={listStyles.head}>
        <Heading filters={filters} />
        {isFiltered && <Link to={workPath({ category: '', year: '' })}>{words('work.all')}</Link>}
      </div>
      <nav className={listStyles.filters} aria-label={words('list.filters')}>
        <Filter name="category" filters={filters} choices={categories} />
        <Filter name="year" filters={filters} choices={years} />
      </nav>
      {works.length === 0 && <p className="soft">{words('list.none')}</p>}
      <ul className="stack">
        {works.map((each) => (
          <Row key={each.id} work={each} withCategory={!ofOneCategory} />
        ))}
      </ul>
      <Pagination
        current={page}
        last={last}
        window={5}
        label={words('list.pages')}
        hrefFor={(wanted) => workPath(filters, wanted)}
        onChange={(wanted) => void navigate(workPath(filters, wanted))}
      />
    </section>
  );
}

/**
 * Returns a ref for the list. When a visitor chooses another filter or page, scrolls to the beginning of the list,
 * which may be shorter than before.
 */
function useSectionInView({ category, year }: WorkFilters, page: number) {
  const section = useRef<HTMLElement>(null);
  const choice = JSON.stringify([category, year, page]);
  const shown = useRef(choice);
  useEffect(() => {
    if (shown.current === choice) return;
    shown.current = choice;
    section.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [choice]);
  return section;
}

/** The heading of the list, which names its filters. */
function Heading({ filters: { category, year } }: { filters: WorkFilters }) {
  const script = useScript();
  const words = useWords(work);
  const named = { year, category: () => <bdi lang={script(category).lang}>{category}</bdi> };
  return (
    <h2 className="cardTitle" id="all-work-title" {...titleLength(category)}>
      {category && year
        ? asNode(words.parts('list.inCategoryOfYear', named))
        : category
          ? asNode(words.parts('list.inCategory', named))
          : year
            ? words('list.ofYear', { year })
            : words('work.all')}
    </h2>
  );
}

interface FilterProps {
  name: keyof WorkFilters;
  filters: WorkFilters;
  choices: readonly string[];
}

/** The choices of one filter as links. The link of the chosen one removes the filter. */
function Filter({ name, filters, choices }: FilterProps) {
  const script = useScript();
  const words = useWords(work);
  const id = useId();
  const chosen = filters[name];
  if (choices.length < 2 && !chosen) return null;
  return (
    <div>
      <h3 className={listStyles.filterTitle} id={id}>
        {words(name === 'year' ? 'list.byYear' : 'list.byCategory')}
      </h3>
      <ul className={listStyles.choices} aria-labelledby={id}>
        {choices.map((value) => (
          <li key={value}>
            <Link
              className={listStyles.choice}
              to={workPath({ ...filters, [name]: value === chosen ? '' : value })}
              // The picture of a category above has its name alone, and leads elsewhere.
              aria-label={words('list.only', { value })}
              aria-current={value === chosen ? 'true' : undefined}
            >
              <bdi className="clamped" lang={script(value).lang}>
                {value}
              </bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  work: ListedWork;
  /** False if all works have the same category, which the page shows above the list. */
  withCategory: boolean;
}

function Row({ work, withCategory }: RowProps) {
  const script = useScript();
  const { id, title, year, category } = work;
  const client = clientOf(work);
  const to = pathTo('portfolioItem', { id });
  const leaving = useViewTransitionState(to);
  return (
    <li className={classNames('answers overlined', listStyles.work)}>
      <Link
        className={classNames('clamped covers', listStyles.name)}
        style={leaving ? travelling('project', id, 'title') : undefined}
        to={to}
        {...script(title)}
        viewTransition
      >
        <TitleText>{title}</TitleText>
      </Link>
      <span className={listStyles.facts}>
        <WrittenText as="span" className={classNames('clamped', listStyles.client)}>
          {client}
        </WrittenText>
        {withCategory && (
          <WrittenText as="span" className={classNames('clamped', listStyles.category)}>
            {category}
          </WrittenText>
        )}
      </span>
      {year && <span className={listStyles.year}>{year}</span>}
    </li>
  );
}
