import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readApi } from '../../api/call.ts';
import { siteStatusQuery, useSiteStatus } from '../../api/site-status.ts';

export interface IntakeParams {
  page: number;
  perPage: number | undefined;
  search: string;
}

/** One page of the waiting forms, oldest first. */
export function intakeQuery({ page, perPage, search }: IntakeParams) {
  return queryOptions({
    queryKey: ['intake', page, perPage, search],
    queryFn: ({ signal }) =>
      readApi('intake', { query: { page, per_page: perPage, search: search || undefined }, signal }),
  });
}

/**
 * Shows the previous page while another page loads. Fetches the list again when the banner's counts of waiting forms
 * change, because forms are delivered while an admin looks at the list.
 */
export function useIntake(params: IntakeParams) {
  const queries = useQueryClient();
  const { waiting, needs_person: stuck, oldest_at: oldest } = useSiteStatus()?.status.intake ?? {};
  const numbers = waiting === undefined ? undefined : [waiting, stuck, oldest].join();
  const before = useRef(numbers);
  useEffect(() => {
    if (numbers === undefined) return;
    if (before.current !== undefined && before.current !== numbers) refreshList(queries);
    before.current = numbers;
  }, [numbers, queries]);
  const list = useQuery({ ...intakeQuery(params), placeholderData: keepPreviousData });
  // The banner's counts of waiting forms are fetched only at intervals. If the list is empty but the counts are not
  // zero, the counts are outdated and are fetched again.
  const isEmpty = list.data?.total === 0 && !list.isPlaceholderData && params.search === '';
  const isCounted = (waiting ?? 0) + (stuck ?? 0) > 0;
  useEffect(() => {
    if (isEmpty && isCounted)
      ignoringFailure(queries.invalidateQueries({ queryKey: siteStatusQuery.queryKey }));
  }, [isEmpty, isCounted, queries]);
  return list;
}

/** Refetches the list of waiting forms, and their numbers in the banner and in the sidebar. */
export function refreshIntake(queries: QueryClient): void {
  refreshList(queries);
  ignoringFailure(queries.invalidateQueries({ queryKey: siteStatusQuery.queryKey }));
}

function refreshList(queries: QueryClient): void {
  ignoringFailure(queries.invalidateQueries({ queryKey: ['intake'] }));
}

/** Ignores a failed reload, because the list itself shows the failure. */
function ignoringFailure(asked: Promise<void>): void {
  asked.catch(() => {});
}
