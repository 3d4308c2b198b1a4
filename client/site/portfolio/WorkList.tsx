import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Link, useNavigate, useSearchParams, useViewTransitionState } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { work } from '#shared/words/en/work.ts';
import { classNames } from '../../ui/class-names.ts';
import { Pagination } from '../../ui/Pagination.tsx';
import { TitleText, titleLength, WrittenText } from '../../ui/WrittenText.tsx';
import { asNode, useScript, useWords } from '../../words.ts';
import { clientOf, travelling } from './display.ts';
import { allWorkQuery, type ListedWork } from './queries.ts';
import styles from './WorkList.module.css';
import { filtersOf, pageOfWork, type WorkFilters, workAnchor, workPageOf, workPath } from './work-filters.ts';

/**
 * All work with year and client, filtered by category and year. Renders nothing for a single work, and if the works
 * could not be read.
 */
export function WorkList() {
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
    <section ref={section} className={styles.section} id={workAnchor} aria-labelledby="all-work-title">
      <div className={styles.head}>
        <Heading filters={filters} />
        {isFiltered && <Link to={workPath({ category: '', year: '' })}>{words('work.all')}</Link>}
      </div>
      <nav className={styles.filters} aria-label={words('list.filters')}>
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
      <h3 className={styles.filterTitle} id={id}>
        {words(name === 'year' ? 'list.byYear' : 'list.byCategory')}
      </h3>
      <ul className={styles.choices} aria-labelledby={id}>
        {choices.map((value) => (
          <li key={value}>
            <Link
              className={styles.choice}
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
    <li className={classNames('answers overlined', styles.work)}>
      <Link
        className={classNames('clamped covers', styles.name)}
        style={leaving ? travelling('project', id, 'title') : undefined}
        to={to}
        {...script(title)}
        viewTransition
      >
        <TitleText>{title}</TitleText>
      </Link>
      <span className={styles.facts}>
        <WrittenText as="span" className={classNames('clamped', styles.client)}>
          {client}
        </WrittenText>
        {withCategory && (
          <WrittenText as="span" className={classNames('clamped', styles.category)}>
            {category}
          </WrittenText>
        )}
      </span>
      {year && <span className={styles.year}>{year}</span>}
    </li>
  );
}
