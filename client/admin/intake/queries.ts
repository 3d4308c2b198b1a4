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

/** One page of the forms that wait, oldest first. */
export function intakeQuery({ page, perPage, search }: IntakeParams) {
  return queryOptions({
    queryKey: ['intake', page, perPage, search],
    queryFn: ({ signal }) =>
      readApi('intake', { query: { page, per_page: perPage, search: search || undefined }, signal }),
  });
}

/**
 * While another page loads, the one before stays in sight. It is asked for again when the numbers of the banner are others: forms are
 * delivered while somebody looks at them.
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
  // The numbers are asked for now and then: what left the list meanwhile leaves them as well.
  const isEmpty = list.data?.total === 0 && !list.isPlaceholderData && params.search === '';
  const isCounted = (waiting ?? 0) + (stuck ?? 0) > 0;
  useEffect(() => {
    if (isEmpty && isCounted)
      ignoringFailure(queries.invalidateQueries({ queryKey: siteStatusQuery.queryKey }));
  }, [isEmpty, isCounted, queries]);
  return list;
}

/** Asks again for the list and for the numbers in the banner and in the sidebar. */
export function refreshIntake(queries: QueryClient): void {
  refreshList(queries);
  ignoringFailure(queries.invalidateQueries({ queryKey: siteStatusQuery.queryKey }));
}

function refreshList(queries: QueryClient): void {
  ignoringFailure(queries.invalidateQueries({ queryKey: ['intake'] }));
}

/** The list itself shows that it could not be loaded. */
function ignoringFailure(asked: Promise<void>): void {
  asked.catch(() => {});
}
