import { Link, useSearchParams } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { CloseIcon } from '../../../ui/icons.tsx';
import styles from './FilterChips.module.css';
import { facets, facetWords, hasFilters, type JobFilters, noFilters, queryWith } from './job-filters.ts';

interface FilterChipsProps {
  filters: JobFilters;
  /** A chip is gone once it is pressed: takes the focus on. */
  onRemoved: () => void;
}

/** The filters in force, each with its way out. */
export function FilterChips({ filters, onRemoved }: FilterChipsProps) {
  const [params] = useSearchParams();
  if (!hasFilters(filters)) return null;
  const chips = [
    ...(filters.search ? [{ name: 'search', title: 'Search', words: `“${filters.search}”` }] : []),
    ...facets.flatMap(({ name, title }) =>
      filters[name] ? [{ name, title, words: facetWords(name, filters[name]) }] : [],
    ),
  ];
  const address = (changes: Partial<JobFilters>) => pathTo('careersApply') + queryWith(params, changes);
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {chips.map(({ name, title, words }) => (
        <li key={name}>
          <Link
            className={styles.chip}
            to={address({ [name]: '' })}
            aria-label={`Remove filter ${title}: ${words}`}
            onClick={onRemoved}
          >
            <bdi className={styles.words}>{words}</bdi>
            <CloseIcon size={16} />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link className={styles.all} to={address(noFilters)} onClick={onRemoved}>
            Clear all filters
          </Link>
        </li>
      )}
    </ul>
  );
}
