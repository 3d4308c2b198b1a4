import type { QueryClient } from '@tanstack/react-query';
import { refreshUnreadMessages } from '../../api/unread-messages.ts';
import { listsKey } from './message-list.ts';

/** Asks again for every list that is on the screen, and for the sidebar's count. */
export function refreshMessages(queries: QueryClient): void {
  refresh(queries, 'active');
}

/**
 * After a change that the lists on the screen show already: the others are asked for again when somebody goes there. What is on
 * the screen keeps its order and its length.
 */
export function noteMessageChange(queries: QueryClient): void {
  refresh(queries, 'none');
}

function refresh(queries: QueryClient, refetchType: 'active' | 'none'): void {
  for (const queryKey of [listsKey, ['message']]) {
    queries.invalidateQueries({ queryKey, refetchType }).catch(() => {
      // A failed reload is the list's own to show.
    });
  }
  refreshUnreadMessages(queries);
}
