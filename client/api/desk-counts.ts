import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DeskCounts } from '#shared/schemas/find.ts';
import { ApiError } from './api-error.ts';
import { readApi } from './call.ts';
import { useHostTakes } from './host-calls.ts';
import { isSessionOver, noteSessionOver } from './session.ts';

/** How often it is asked where nothing tells of changes, in milliseconds. */
const everyMs = 30_000;

/**
 * What waits for somebody. As `siteStatus` it may be asked on a timer, since it is no activity and extends no session; nothing is asked
 * once the session has ended.
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

/** What waits, as far as it is known; undefined where the host does not count. `isLive`: whoever counts tells of changes. */
export function useDeskCounts(isLive = true): DeskCounts | undefined {
  const takes = useHostTakes('deskCounts');
  const { data } = useQuery({
    ...deskCountsQuery,
    enabled: takes === true,
    refetchInterval: isLive ? false : everyMs,
  });
  return takes ? data : undefined;
}
