import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readApi } from './call.ts';
import { deskCountsQuery } from './desk-counts.ts';

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
export function refreshUnreadMessages(queries: QueryClient): void {
  for (const { queryKey } of [unreadMessagesQuery(), deskCountsQuery])
    void queries.invalidateQueries({ queryKey });
}
