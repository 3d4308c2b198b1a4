import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readApi } from './call.ts';

/**
 * How many messages nobody has read, of every type; null when the host does not count them. Asked on entering the admin
 * area, when the window gets the focus, and after changes of messages. Never on a timer: each call of a session is a sign
 * of life, and a forgotten tab must not keep its session for ever.
 */
export function unreadMessagesQuery() {
  return queryOptions({
    queryKey: ['getMessages', 'unread'],
    queryFn: async ({ signal }) => {
      const page = await readApi('getMessages', { query: { page: 1, status: 'new' }, signal });
      return page.unread ?? null;
    },
    // It decorates a link: a failure shows no number, and the next focus asks again.
    retry: false,
  });
}

/** To be called after every change of messages: the sidebar asks for its number again. */
export function refreshUnreadMessages(queries: QueryClient): void {
  queries.invalidateQueries({ queryKey: unreadMessagesQuery().queryKey }).catch(() => {
    // A failed count shows nothing.
  });
}
