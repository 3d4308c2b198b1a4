import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { ApplicantSort } from '#shared/schemas/applicant.ts';
import { readApi } from '../../api/call.ts';
import { type ApplicantFilters, filterQuery } from './applicant-address.ts';

export type ApplicantPage = CallData<'getApplicants'>;

/** Every list of applicants, in whatever shape, begins with this. */
export const applicantsKey = ['getApplicants'] as const;
export const applicantListKey = [...applicantsKey, 'list'] as const;

export interface ListedBy {
  filters: ApplicantFilters;
  sort: ApplicantSort;
  page: number;
}

/**
 * One page of applicants. While `keepsPlaces` says so, rows that are on the screen stay where they are when the page is
 * asked for again: whoever goes through the unread ones would otherwise lose the next one, since reading moves a row.
 */
export function applicantsQuery({ filters, sort, page }: ListedBy, keepsPlaces: () => boolean = () => false) {
  const queryKey = [...applicantListKey, filters, sort, page] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const query = { ...filterQuery(filters), sort, page };
      const fresh = await readApi('getApplicants', { query, signal });
      const shown = client.getQueryData<ApplicantPage>(queryKey);
      return shown && keepsPlaces() ? { ...fresh, data: inShownPlaces(shown.data, fresh.data) } : fresh;
    },
  });
}

/** While another page loads, the one before stays in sight. Nothing is asked for while the list is not `shown`. */
export function useApplicants(listed: ListedBy, keepsPlaces: () => boolean, shown: boolean) {
  return useQuery({
    ...applicantsQuery(listed, keepsPlaces),
    placeholderData: keepPreviousData,
    enabled: shown,
  });
}

/** The shown rows in their places, each as it is now (or was last, when the page has it no more); new ones at the end. */
export function inShownPlaces<Row extends { id: Id }>(shown: readonly Row[], fresh: readonly Row[]): Row[] {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(shown.map((row) => row.id));
  return [...shown.map((row) => byId.get(row.id) ?? row), ...fresh.filter((row) => !known.has(row.id))];
}
