import { useId, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import type { JobFacets } from '#shared/schemas/job.ts';
import { jobFacts } from '#shared/words/en/job-facts.ts';
import { jobs } from '#shared/words/en/jobs.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { CloseIcon, FilterIcon } from '../../ui/icons.tsx';
import { NameText } from '../../ui/WrittenText.tsx';
import { useWords } from '../../words.ts';
import styles from './FilterControls.module.css';
import {
  choicesOf,
  type FacetName,
  facetLabel,
  facets,
  hasFilters,
  type JobFilters,
  noFilters,
  queryWith,
  sourceQuery,
} from './job-search-params.ts';

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
export function Facets({ counts, filters, loading }: FacetsProps) {
  const words = useWords(jobs);
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
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <FilterIcon /> {chosen > 0 ? words('jobs.filtersChosen', { count: chosen }) : words('jobs.filters')}
      </Button>
      <div className={styles.groups} id={id} data-open={open}>
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
  const words = useWords(jobs);
  const [params] = useSearchParams();
  const id = useId();
  if (choices.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 className={styles.facetTitle} id={id}>
        {words(`jobs.${name}`)}
      </h2>
      <ul className={styles.choices}>
        {choices.map(({ value, count }) => (
          <li key={value}>
            <Link
              className={styles.choice}
              to={pathTo('careersApply') + queryWith(params, { [name]: value === chosen ? '' : value })}
              aria-current={value === chosen ? 'true' : undefined}
              aria-label={words('jobs.choice', { label: facetLabel(name, value, factWords), count })}
            >
              <NameText className={styles.text}>{facetLabel(name, value, factWords)}</NameText>
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
export function FilterChips({ filters, onRemoved }: FilterChipsProps) {
  const factWords = useWords(jobFacts);
  const words = useWords(jobs);
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
            className={styles.chip}
            to={pathWith({ [name]: '' })}
            aria-label={words('jobs.removeFilter', { title, text })}
            onClick={onRemoved}
          >
            <NameText className={styles.text}>{text}</NameText>
            <CloseIcon size={16} />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link className={styles.all} to={pathWith(noFilters)} onClick={onRemoved}>
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
export function JobSearch({ filters: { search, ...others } }: { filters: JobFilters }) {
  const words = useWords(jobs);
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
