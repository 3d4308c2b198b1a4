import { employmentTypeLabels, locationTypeLabels } from '#shared/job-labels.ts';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import { isStorable } from '#shared/schemas/field-formats.ts';
import {
  type EmploymentType,
  employmentTypes,
  type LocationType,
  locationTypes,
} from '#shared/schemas/job-words.ts';

/** The filters in the address; '' means no filter. */
export interface JobFilters {
  search: string;
  department: string;
  employment_type: EmploymentType | '';
  location_type: LocationType | '';
}

/** Filters with a choice of values, in display order. */
export const facets = [
  { name: 'department', title: 'Department' },
  { name: 'location_type', title: 'Place of work' },
  { name: 'employment_type', title: 'Employment' },
] as const;

export type FacetName = (typeof facets)[number]['name'];

export const noFilters: JobFilters = { search: '', department: '', employment_type: '', location_type: '' };

/**
 * Parses the filters of an address. A value that the API would refuse is ignored: an old or broken link must not end
 * in an error.
 */
export function filtersOf(params: URLSearchParams): JobFilters {
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

export function hasFilters(filters: JobFilters): boolean {
  return Object.values(filters).some((value) => value !== '');
}

/** Returns the query of the address with some filters changed, on the first page; the other parameters stay. */
export function queryWith(params: URLSearchParams, changes: Partial<JobFilters>): string {
  const next = new URLSearchParams(params);
  next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next.size > 0 ? `?${next}` : '';
}

/** Returns the text for a value of a facet; a department is its own text. */
export function facetLabel(facet: FacetName, value: string): string {
  if (facet === 'department') return value;
  const labels: Record<string, string> =
    facet === 'employment_type' ? employmentTypeLabels : locationTypeLabels;
  return labels[value] ?? value;
}

/** Returns the choices of a facet, including the selected one even if no job has it any more. */
export function choicesOf(
  counts: readonly { value: string; count: number }[],
  chosen: string,
): { value: string; count: number }[] {
  const isThere = chosen === '' || counts.some(({ value }) => value === chosen);
  return isThere ? [...counts] : [...counts, { value: chosen, count: 0 }];
}

/** Returns the visitor's source from the link (`?source=`); no other information is used. */
export function sourceOf(params: URLSearchParams): string {
  return (params.get('source') ?? '').trim().slice(0, limits.line);
}

/** Returns the query string that passes the source to the next page. */
export function sourceQuery(params: URLSearchParams): string {
  const source = sourceOf(params);
  return source ? `?${new URLSearchParams({ source })}` : '';
}

const spontaneous = 'spontaneous';

/** True when the address of the job list asks for the form without a job. */
export function isSpontaneous(params: URLSearchParams): boolean {
  return params.has(spontaneous);
}

/** Returns the path of the form without a job (docs/product.md §2 has no separate path for it). */
export function spontaneousPath(params: URLSearchParams): string {
  const source = sourceOf(params);
  return `${pathTo('careersApply')}?${new URLSearchParams({ [spontaneous]: '1', ...(source && { source }) })}`;
}
