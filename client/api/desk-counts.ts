import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { DeskCounts } from '#shared/schemas/find.ts';
import { readApi } from './call.ts';
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

/**
 * Number of unread messages of all types; null if the host does not count them. Read when the admin area is opened,
 * when the window gets the focus, and after a change of messages. Never polled, because each call extends the
 * session, and a forgotten tab must not extend it for ever.
 */
export function unreadMessagesQuery() {
  return queryOptions({
    queryKey: ['getMessages', 'unread'],
    queryFn: async ({ signal }) => {
      const page = await readApi('getMessages', { query: { page: 1, status: 'new' }, signal });
      return page.unread ?? null;
    },
    // Not retried, because the number is only an addition to a link. After a failure no number is shown, and it is
    // read again when the window gets the focus.
    retry: false,
  });
}

/** Refetches the sidebar's numbers. Must be called after every change of messages. */
export function refreshUnreadMessages(queries: QueryClient) {
  for (const { queryKey } of [unreadMessagesQuery(), deskCountsQuery])
    void queries.invalidateQueries({ queryKey });
}
