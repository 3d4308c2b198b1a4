import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readApi } from './call.ts';
import { deskCountsQuery } from './desk-counts.ts';

/**
 * Number of unread messages of every type; null when the host does not count them. Read on entering the admin area,
 * when the window gets the focus, and after changes of messages. Never on a timer: each call extends the session, and
 * a forgotten tab must not keep it alive for ever.
 */
export function unreadMessagesQuery() {
  return queryOptions({
    queryKey: ['getMessages', 'unread'],
    queryFn: async ({ signal }) => {
      const page = await readApi('getMessages', { query: { page: 1, status: 'new' }, signal });
      return page.unread ?? null;
    },
    // The number only decorates a link: after a failure none is shown, and the next focus reads it again.
    retry: false,
  });
}

/** Must be called after every change of messages: refetches the sidebar's number. */
export function refreshUnreadMessages(queries: QueryClient): void {
  for (const { queryKey } of [unreadMessagesQuery(), deskCountsQuery]) {
    queries.invalidateQueries({ queryKey }).catch(() => {
      // The link then shows no number.
    });
  }
}
