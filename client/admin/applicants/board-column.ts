import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { ApplicantSort, ApplicantStatus, ListedApplicant } from '#shared/schemas/applicant.ts';
import { readApi } from '../../api/call.ts';
import { type ApplicantFilters, filterQuery } from './applicant-address.ts';
import { type ApplicantPage, applicantsKey } from './applicants.ts';

export type ColumnData = InfiniteData<ApplicantPage, unknown>;

export const boardKey = [...applicantsKey, 'board'] as const;

export interface ColumnOf {
  filters: ApplicantFilters;
  sort: ApplicantSort;
  status: ApplicantStatus;
}

/** The applicants of one status, a page at a time. */
export function boardColumnQuery({ filters, sort, status }: ColumnOf) {
  return infiniteQueryOptions({
    queryKey: [...boardKey, filters, sort, status] as const,
    queryFn: ({ signal, pageParam }) =>
      readApi('getApplicants', { query: { ...filterQuery(filters), sort, status, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page: page, last_page: last }) => (page < last ? page + 1 : undefined),
  });
}

export function useBoardColumn(column: ColumnOf) {
  return useInfiniteQuery(boardColumnQuery(column));
}

/** The rows of all pages; one that moved to another page meanwhile stands there only once. */
export function columnRows(data: ColumnData | undefined): ListedApplicant[] {
  const rows = (data?.pages ?? []).flatMap((page) => page.data);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** How many applicants a column has, those that are not loaded included. */
export function columnTotal(data: ColumnData | undefined): number | undefined {
  const first = data?.pages[0];
  return first && (first.total ?? columnRows(data).length);
}
