import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readApi } from './call.ts';
import { deskCountsQuery } from './desk-counts.ts';

/**
 * How many messages nobody has read, of every type; null when the host does not count them. Asked on entering the admin
 * area, when the window gets the focus, and after changes of messages. Never on a timer: each call extends the
 * session, and a forgotten tab must not keep it alive for ever.
 */
export function unreadMessagesQuery() {
  return queryOptions({
    queryKey: ['getMessages', 'unread'],
    queryFn: async ({ signal }) => {
      const page = await readApi('getMessages', { query: { page: 1, status: 'new' }, signal });
      return page.unread ?? null;
    },
    // It only decorates a link: after a failure no number is shown, and the next focus asks again.
    retry: false,
  });
}

/** To be called after every change of messages: the sidebar asks for its number again. */
export function refreshUnreadMessages(queries: QueryClient): void {
  for (const { queryKey } of [unreadMessagesQuery(), deskCountsQuery]) {
    queries.invalidateQueries({ queryKey }).catch(() => {
      // Then the link shows no number.
    });
  }
}
