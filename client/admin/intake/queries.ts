import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readId } from '#shared/id.ts';
import { listQuery } from '../../api/call-query.ts';
import { siteStatusQuery, useSiteStatus } from '../../api/site-status.ts';
import type { readParams } from '../shared/list-params.ts';

export const intakeParams = { item: (text: string) => readId(text) };
type IntakeFilters = ReturnType<typeof readParams<typeof intakeParams>>;

/** One page of the waiting forms, oldest first. */
export const intakeQuery = ({ page, per_page, search }: IntakeFilters) =>
  listQuery('intake', { page, per_page, search });

/**
 * Fetches the list again when the banner's counts of waiting forms
 * change, because forms are delivered while an admin looks at the list.
 */
export function useIntake(filters: IntakeFilters) {
  const queries = useQueryClient();
  const { waiting, needs_person: stuck, oldest_at: oldest } = useSiteStatus()?.status.intake ?? {};
  const numbers = waiting === undefined ? undefined : [waiting, stuck, oldest].join();
  const before = useRef(numbers);
  useEffect(() => {
    if (numbers === undefined) return;
    if (before.current !== undefined && before.current !== numbers)
      void queries.invalidateQueries({ queryKey: ['intake'] });
    before.current = numbers;
  }, [numbers, queries]);
  const list = useQuery(intakeQuery(filters));
  // The banner's counts of waiting forms are fetched only at intervals. If the list is empty but the counts are not
  // zero, the counts are outdated and are fetched again.
  const isEmpty = list.data?.total === 0 && !list.isPlaceholderData && !filters.search;
  const isCounted = (waiting ?? 0) + (stuck ?? 0) > 0;
  useEffect(() => {
    if (isEmpty && isCounted) void queries.invalidateQueries({ queryKey: siteStatusQuery.queryKey });
  }, [isEmpty, isCounted, queries]);
  return list;
}
