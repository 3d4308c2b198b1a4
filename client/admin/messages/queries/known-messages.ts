import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Message, MessageStatus } from '#shared/schemas/message.ts';
import { type Batch, type ListPage, pagesOf } from './batch.ts';
import { type ListFilters, listsKey } from './message-list.ts';
import { messageKey } from './single-message.ts';

type Lists = InfiniteData<Batch>;

/** The newest version of a message that any list has. */
export function knownMessage(queries: QueryClient, id: number): Message | undefined {
  const found: (Message | null | undefined)[] = [queries.getQueryData<Message | null>(messageKey(id))];
  for (const [, lists] of queries.getQueriesData<Lists>({ queryKey: listsKey })) {
    for (const batch of lists?.pages ?? []) {
      for (const [, list] of pagesOf(batch)) found.push(list.data.find((message) => message.id === id));
    }
  }
  return found.reduce<Message | undefined>(
    (newest, each) => (each && (!newest || newest.updated_at < each.updated_at) ? each : newest),
    undefined,
  );
}

/** Shows a message as it is now wherever it is shown; the counts follow its status. */
export function putMessage(queries: QueryClient, next: Message): void {
  const before = knownMessage(queries, next.id);
  queries.setQueryData(messageKey(next.id), next);
  for (const [key, lists] of queries.getQueriesData<Lists>({ queryKey: listsKey })) {
    if (!lists) continue;
    const { type } = key[2] as ListFilters;
    const counted = !type || type === next.type;
    const pages = lists.pages.map((batch) =>
      mapLists(batch, (list) => withMessage(list, next, counted && before?.status)),
    );
    queries.setQueryData(key, { ...lists, pages });
  }
}

function mapLists(batch: Batch, change: (list: ListPage) => ListPage): Batch {
  return Object.fromEntries(pagesOf(batch).map(([status, list]) => [status, change(list)]));
}

function withMessage(list: ListPage, next: Message, from: MessageStatus | false | undefined): ListPage {
  const data = list.data.map((message) => (message.id === next.id ? next : message));
  if (!from || !list.counts || from === next.status) return { ...list, data };
  const { [from]: left = 0, [next.status]: entered = 0 } = list.counts;
  return {
    ...list,
    data,
    counts: { ...list.counts, [from]: Math.max(0, left - 1), [next.status]: entered + 1 },
  };
}
