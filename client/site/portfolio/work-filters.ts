import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import type { ListedWork } from './queries.ts';

/** Filters of the list of all work, read from the URL; '' means no filter. */
export interface WorkFilters {
  /** Title of a category. */
  category: string;
  year: string;
}

/** The element id of the list, to which its links lead where scripts do not run. */
export const workAnchor = 'all-work';

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
