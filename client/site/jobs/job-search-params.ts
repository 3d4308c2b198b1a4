import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import { employmentTypes, locationTypes } from '#shared/schemas/job-words.ts';
import { isStorable } from '#shared/text-formats.ts';
import type { jobFacts } from '#shared/words/en/job-facts.ts';
import type { Words } from '#shared/words/words.ts';

/** Filters of the list, read from the URL; '' means no filter. */
export type JobFilters = ReturnType<typeof filtersOf>;

/** Filters with a fixed choice of values, in the order on the screen. */
export const facets = ['department', 'location_type', 'employment_type'] as const;

export type FacetName = (typeof facets)[number];

export const noFilters: JobFilters = { search: '', department: '', employment_type: '', location_type: '' };

/**
 * Reads the filters from the search params. A value that the API would refuse is ignored, so that an old or broken
 * link does not show an error.
 */
export function filtersOf(params: URLSearchParams) {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((each) => each === params.get(name)) ?? '';
  const text = (name: string, max: number) => {
    const given = (params.get(name) ?? '').trim();
    return isStorable(given) ? given.slice(0, max) : '';
  };
  return {
    search: text('search', limits.search),
    department: text('department', limits.line),
    employment_type: oneOf('employment_type', employmentTypes),
    location_type: oneOf('location_type', locationTypes),
  };
}

/** The filters that are set. */
export function chosenOf(filters: JobFilters): Partial<JobFilters> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

export function hasFilters(filters: JobFilters) {
  return Object.keys(chosenOf(filters)).length > 0;
}

/** Returns the query string after a change of filters, on page 1. Other search params are retained. */
export function queryWith(params: URLSearchParams, changes: Partial<JobFilters>) {
  const next = new URLSearchParams(params);
  next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next.size > 0 ? `?${next}` : '';
}

/** Returns the label of a filter's value. The label of a department is its name. */
export function facetLabel(facet: FacetName, value: string, words: Words<typeof jobFacts>) {
  const known = [...employmentTypes, ...locationTypes].find((each) => each === value);
  return facet === 'department' || !known ? value : words(`fact.${known}`);
}

/** Returns the choices of a filter. The chosen value is always included, even if no job has it any more. */
export function choicesOf(counts: readonly { value: string; count: number }[], chosen: string) {
  const isThere = chosen === '' || counts.some(({ value }) => value === chosen);
  return isThere ? [...counts] : [...counts, { value: chosen, count: 0 }];
}

/** Returns where the visitor comes from, as given by the link (`?source=`). No other information is used. */
export function sourceOf(params: URLSearchParams) {
  return (params.get('source') ?? '').trim().slice(0, limits.line);
}

/** Returns the query string that passes the source to the next page. */
export function sourceQuery(params: URLSearchParams) {
  const source = sourceOf(params);
  return source ? `?${new URLSearchParams({ source })}` : '';
}

const spontaneous = 'spontaneous';

/** Returns true if the search params ask for the form without a job instead of the list. */
export function isSpontaneous(params: URLSearchParams) {
  return params.has(spontaneous);
}

/** Returns the path of the form without a job (docs/product.md §2 has no separate path for it). */
export function spontaneousPath(params: URLSearchParams) {
  const source = sourceOf(params);
  return `${pathTo('careersApply')}?${new URLSearchParams({ [spontaneous]: '1', ...(source && { source }) })}`;
}
