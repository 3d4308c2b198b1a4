import type { QueryClient } from '@tanstack/react-query';
import { applicantsKey } from './applicants.ts';

/** Reads that tell how many applicants a job has, and how many of them are unread. */
const readsWithCounts = ['getJobs'];

/** Marks every list of applicants as old; what is on the screen is asked for again at once. */
export function refreshApplicants(queries: QueryClient): void {
  refresh(queries, applicantsKey);
  refreshCounts(queries);
}

/** Marks as old what counts applicants elsewhere. */
export function refreshCounts(queries: QueryClient): void {
  for (const call of readsWithCounts) refresh(queries, [call]);
}

function refresh(queries: QueryClient, queryKey: readonly unknown[]): void {
  queries.invalidateQueries({ queryKey }).catch(() => {
    // A failed reload is the list's own to show.
  });
}
