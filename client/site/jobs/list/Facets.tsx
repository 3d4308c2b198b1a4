import { useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import type { JobFacets } from '#shared/schemas/job.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilterIcon } from '../../../ui/icons.tsx';
import styles from './Facets.module.css';
import { choicesOf, type FacetName, facets, facetWords, type JobFilters, queryWith } from './job-filters.ts';

interface FacetsProps {
  /** Undefined before they are known, and for a host that counts nothing. */
  counts: JobFacets | undefined;
  filters: JobFilters;
  loading: boolean;
}

/**
 * The choices that the jobs leave, each with how many it would show. They are links: a choice is an address. On small screens
 * they wait behind a button.
 */
export function Facets({ counts, filters, loading }: FacetsProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const chosen = facets.filter(({ name }) => filters[name] !== '').length;
  const groups = facets.map((facet) => ({
    ...facet,
    chosen: filters[facet.name],
    choices: choicesOf(counts?.[facet.name] ?? [], filters[facet.name]),
  }));
  if (!loading && groups.every(({ choices }) => choices.length === 0)) return null;
  return (
    <div className={styles.facets}>
      <Button
        variant="quiet"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <FilterIcon /> Filters{chosen > 0 && ` (${chosen})`}
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
  title: string;
  choices: { value: string; count: number }[];
  chosen: string;
}

function Facet({ name, title, choices, chosen }: FacetProps) {
  const [params] = useSearchParams();
  const id = useId();
  if (choices.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      <ul className={styles.choices}>
        {choices.map(({ value, count }) => (
          <li key={value}>
            <Link
              className={styles.choice}
              to={pathTo('careersApply') + queryWith(params, { [name]: value === chosen ? '' : value })}
              aria-current={value === chosen ? 'true' : undefined}
              aria-label={`${facetWords(name, value)}, ${count === 1 ? '1 position' : `${count} positions`}`}
            >
              <bdi className={styles.words}>{facetWords(name, value)}</bdi>
              <span className={styles.count}>{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
