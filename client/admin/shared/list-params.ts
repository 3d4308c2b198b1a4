import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import { pageOf, useCountedParams } from '../../use-page-number.ts';

/** Reads one filter of a list from its search param; undefined if the param is missing or has no valid value. */
type Reader = (text: string) => string | number | undefined;
type Readers = Record<string, Reader>;

/** Reads a filter that has one of these values. */
export function oneOf<Word extends string>(words: readonly Word[]) {
  return (text: string) => words.find((word) => word === text);
}

/** The smallest choice: a list that fits into it needs none. */
export const smallestSize = 20;
export const pageSizes = [smallestSize, 50, 100];

const common = {
  search: (text: string) => text.trim().slice(0, limits.search) || undefined,
  per_page: (text: string) => pageSizes.find((size) => String(size) === text),
};

type Read<Own extends Readers> = { page: number } & {
  [Name in keyof (Own & typeof common)]: ReturnType<(Own & typeof common)[Name]>;
};

/** Returns the filters of a list, by the names of its search params and of the parameters of its call. */
export function readParams<Own extends Readers>(params: URLSearchParams, own: Own = {} as Own): Read<Own> {
  const read = Object.entries({ ...common, ...own }).map(([name, of]) => [name, of(params.get(name) ?? '')]);
  return { ...Object.fromEntries(read), page: pageOf(params) };
}

type Change = Record<string, string | number | undefined>;

/** The filters of a list, and how to change them. Any change but one of the page goes to the first page. */
export interface ListParams {
  filters: { page: number; per_page?: number; search?: string };
  change: (change: Change, how?: { replace: boolean }) => void;
}

/**
 * The filters in the search params. `after` returns the search part of a link to the list after a change, and `tab` the
 * link of a tab that makes the change.
 */
export function useListParams<Own extends Readers>(own: Own = {} as Own) {
  const [params, setParams] = useCountedParams();
  const change: ListParams['change'] = (values, how) => setParams((before) => changed(before, values), how);
  const after = (values: Change) => `?${changed(params, values)}`;
  const tab = (values: Change) => ({ to: after(values), open: () => change(values) });
  const filters = readParams(params, own);
  const { page: _, per_page: __, ...set } = filters;
  return {
    params,
    filters,
    /** True if the list may be shorter than it is without filters. */
    isFiltered: Object.values(set).some((value) => value !== undefined),
    clear: () => change(Object.fromEntries(Object.keys(set).map((name) => [name, undefined]))),
    change,
    after,
    tab,
  };
}

/** As `useListParams`, for a list in a dialog: its filters are not in the URL. */
export function useLocalParams(): ListParams {
  const [params, setParams] = useState(new URLSearchParams());
  const change = (values: Change) => setParams((before) => changed(before, values));
  return { filters: readParams(params), change };
}

/** For a list that has one page, or none with a number. */
export const firstPage: ListParams = { filters: { page: 1 }, change: () => {} };

/** Returns the search params after a change; values that are undefined are left out. */
function changed(params: URLSearchParams, values: Change) {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ page: undefined, ...values })) {
    if (value === undefined || (name === 'page' && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
