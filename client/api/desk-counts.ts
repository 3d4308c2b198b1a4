import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DeskCounts } from '#shared/schemas/find.ts';
import { useHostSupports } from './host-support.ts';
import { poll } from './session.ts';

/** Milliseconds between two polls while there is no live stream that reports changes. */
const everyMs = 30_000;

/**
 * Numbers of entries that wait for an admin. Like `siteStatus`, they may be polled, because the call does not count
 * as activity and extends no session. Polling stops when the session has ended.
 */
export const deskCountsQuery = queryOptions({
  queryKey: ['deskCounts'],
  queryFn: ({ signal }) => poll('deskCounts', signal),
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
