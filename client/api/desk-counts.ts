import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DeskCounts } from '#shared/schemas/find.ts';
import { ApiError } from './api-error.ts';
import { readApi } from './call.ts';
import { useHostSupports } from './host-support.ts';
import { isSessionOver, noteSessionOver } from './session.ts';

/** Polling interval while no live stream reports changes, in milliseconds. */
const everyMs = 30_000;

/**
 * Counts of work that waits for an admin. Like `siteStatus` it may be polled, because the call is no activity and
 * extends no session. Polling stops once the session has ended.
 */
export const deskCountsQuery = queryOptions({
  queryKey: ['deskCounts'],
  queryFn: async ({ signal }) => {
    if (isSessionOver()) throw new ApiError('session.required', 401);
    try {
      return await readApi('deskCounts', { signal, background: true });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) noteSessionOver();
      throw error;
    }
  },
  retry: false,
});

/**
 * Returns the counts; undefined until they are known, or if the host does not count. `isLive`: changes are reported
 * by a live stream, so no polling is needed.
 */
export function useDeskCounts(isLive = true): DeskCounts | undefined {
  const takes = useHostSupports('deskCounts');
  const { data } = useQuery({
    ...deskCountsQuery,
    enabled: takes === true,
    refetchInterval: isLive ? false : everyMs,
  });
  return takes ? data : undefined;
}
