import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DeskCounts } from '#shared/schemas/find.ts';
import { ApiError } from './api-error.ts';
import { readApi } from './call.ts';
import { useHostSupports } from './host-support.ts';
import { isSessionOver, noteSessionOver } from './session.ts';

/** Milliseconds between two polls while there is no live stream that reports changes. */
const everyMs = 30_000;

/**
 * Numbers of entries that wait for an admin. Like `siteStatus`, they may be polled, because the call does not count
 * as activity and extends no session. Polling stops when the session has ended.
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
 * Returns the numbers of waiting entries; undefined until they are known, and for a host that does not support the
 * call. While `isLive` is true, a live stream reports changes, so the numbers are not polled.
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
