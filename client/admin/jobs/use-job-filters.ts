import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { filtersOf, type JobFilters, withFilters } from './job-filters.ts';

type Change = Partial<Pick<JobFilters, 'status' | 'search'>>;

/** The filters in the address, and what changes them. `replace` leaves no step in the history. */
export function useJobFilters(): [JobFilters, (change: Change, how?: { replace: boolean }) => void] {
  const [address, setAddress] = useSearchParams();
  const filters = useMemo(() => filtersOf(address), [address]);
  return [filters, (change, how) => setAddress((before) => withFilters(before, change), how)];
}
