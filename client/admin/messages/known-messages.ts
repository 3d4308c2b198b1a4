import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import type { Message, MessageStatus } from '#shared/schemas/message.ts';
import { newestOf } from '../../api/optimistic.ts';
import { type ListFilters, type ListPage, listsKey } from './message-list.ts';
import { messageKey } from './single-message.ts';

type Pages = InfiniteData<ListPage>;

/** The newest version of a message that any list has. */
export function knownMessage(queries: QueryClient, id: Id): Message | undefined {
  const found: (Message | null | undefined)[] = [queries.getQueryData<Message | null>(messageKey(id))];
  for (const [, list] of queries.getQueriesData<Pages>({ queryKey: listsKey })) {
    for (const page of list?.pages ?? []) found.push(page.data.find((message) => message.id === id));
  }
  return newestOf(found);
}

/** Shows a message as it is now wherever it is shown; the counts follow its status. */
export function putMessage(queries: QueryClient, next: Message): void {
  const before = knownMessage(queries, next.id);
  queries.setQueryData(messageKey(next.id), next);
  for (const [key, list] of queries.getQueriesData<Pages>({ queryKey: listsKey })) {
    if (!list) continue;
    const { type } = key[2] as ListFilters;
    const counted = !type || type === next.type;
    // A list that came while the change was under way still counts the status that it shows itself.
    const listed = list.pages.flatMap(({ data }) => data).find(({ id }) => id === next.id) ?? before;
    const pages = list.pages.map((page) => withMessage(page, next, counted && listed?.status));
    queries.setQueryData(key, { ...list, pages });
  }
}

function withMessage(page: ListPage, next: Message, from: MessageStatus | false | undefined): ListPage {
  const data = page.data.map((message) => (message.id === next.id ? next : message));
  if (!from || !page.counts || from === next.status) return { ...page, data };
  const { [from]: left = 0, [next.status]: entered = 0 } = page.counts;
  return {
    ...page,
    data,
    counts: { ...page.counts, [from]: Math.max(0, left - 1), [next.status]: entered + 1 },
  };
}
