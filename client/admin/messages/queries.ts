import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { Message } from '#shared/schemas/message.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { isCallMissing } from '../../api/host-support.ts';
import { patchRow, rowChange, saveFailureText } from '../../api/optimistic.ts';
import { refreshUnreadMessages } from '../../api/unread-messages.ts';
import { notify } from '../../ui/toast.ts';
import { isHandled, statusesOf } from './labels.ts';
import type { MessageSearchParams } from './message-search-params.ts';

type ListFilters = MessageSearchParams;

/** One page as the host sent it. */
interface ListPage extends CallData<'getMessages'> {
  /**
   * True if the page contains messages of another folder than the requested one. So the host does not support the
   * folder parameter (docs/decisions/0023).
   */
  ignoresFolder: boolean;
}

/** Query key prefixes of all queries that contain messages, and of those that list them. */
const messagesKey = ['messages'] as const;
const listsKey = [...messagesKey, 'list'] as const;

/** Returns true for lists that are sorted by due date: deletion requests in the inbox, without a search. */
function isByDueDate({ folder, type, search }: ListFilters): boolean {
  return !search && type === 'account_deletion' && folder === 'inbox';
}

/** The messages of a folder, page by page. */
export function messageListQuery(filters: ListFilters) {
  const { folder, type, mine, search } = filters;
  // Every folder except the inbox has one status. It is requested by the status parameter, which older hosts support
  // too.
  const which = folder === 'inbox' ? { folder } : { status: folder };
  return infiniteQueryOptions({
    queryKey: [...listsKey, { folder, type, search, mine }],
    queryFn: async ({ pageParam: page, signal }): Promise<ListPage> => {
      const order = isByDueDate(filters) ? 'due' : undefined;
      const list = search
        ? await readApi('searchMessages', { query: { page, type, ...which, search }, signal })
        : await readApi('getMessages', {
            query: { page, type, ...which, assigned: mine ? 'me' : undefined, order },
            signal,
          });
      return { ...list, ignoresFolder: list.data.some(({ status }) => !statusesOf(folder).includes(status)) };
    },
    initialPageParam: 1,
    getNextPageParam: ({ current_page: page, last_page: last }) => (page < last ? page + 1 : undefined),
  });
}

export type MessageListResult = UseInfiniteQueryResult<InfiniteData<ListPage>>;

/**
 * Returns the messages to show from the loaded pages, each once, in the host's order. Messages of other folders are
 * left out: they were moved after the load, or the host has no folders. The message `openId` is always included: opening
 * a new message changes its status, but must not remove it.
 */
export function shownMessages(
  { pages }: InfiniteData<ListPage, unknown>,
  { folder }: ListFilters,
  openId: Id | undefined,
): Message[] {
  const found = new Map<Id, Message>();
  for (const message of pages.flatMap(({ data }) => data)) {
    const before = found.get(message.id);
    if (!before || before.updated_at < message.updated_at) found.set(message.id, message);
  }
  const statuses = statusesOf(folder);
  return [...found.values()].filter(({ id, status }) => statuses.includes(status) || id === openId);
}

/** Returns a text about the order of the list, and about what the host lacks; undefined if there is nothing to say. */
export function listNote(
  { pages }: InfiniteData<ListPage, unknown>,
  filters: ListFilters,
): string | undefined {
  const dues = pages.flatMap(({ data }) =>
    data.filter((each) => !isHandled(each)).map(({ due_at: due }) => due ?? '9'),
  );
  const isSorted = dues.every((due, at) => due >= (dues[at - 1] ?? ''));
  const texts = [
    isByDueDate(filters) &&
      (isSorted ? 'Sorted by due date.' : 'Your API host cannot sort by due date, so the newest come first.'),
    pages.some(({ ignoresFolder }) => ignoresFolder) &&
      'Your API host keeps archived messages in the same list. They are left out here, so you may need “Show more” to reach older ones.',
  ];
  return texts.filter(Boolean).join(' ') || undefined;
}

/**
 * A single message that no list on the screen contains, e.g. one that was bookmarked. Null if the message does not
 * exist.
 */
export function messageQuery(id: Id) {
  return queryOptions({
    queryKey: [...messagesKey, 'single', id],
    queryFn: async ({ signal }): Promise<Message | null> => {
      try {
        return await readApi('getSingleMessage', { params: { id }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404 && !isCallMissing(error)) return null;
        throw error;
      }
    },
  });
}

/**
 * Invalidates every query of messages, and refetches the sidebar's count. With 'active', queries on the screen are
 * refetched immediately; with 'none', queries are refetched when they are used the next time.
 */
export function refreshMessages(queries: QueryClient, refetchType: 'active' | 'none' = 'active'): void {
  void queries.invalidateQueries({ queryKey: messagesKey, refetchType });
  refreshUnreadMessages(queries);
}

/** Shows a message as it was saved. */
export const putMessage = (queries: QueryClient, saved: Message) =>
  patchRow<Message>(queries, messagesKey, saved.id, saved);

/** A change of a message by an admin: its status, or the person it is assigned to. */
type MessageChange = Partial<Pick<Message, 'status' | 'assigned_to'>>;

/**
 * A change of a message. Changes are sent one after another, each with the version that the previous one created. After
 * any failure, including a 409 (another admin saved first), the lists are fetched again. The failure of a `quiet` change,
 * such as the status "read" on opening, is only logged, because the next opening tries again.
 */
export function messageChange(queries: QueryClient, id: Id, quiet = false) {
  const params = { id };
  return {
    ...rowChange<Message, MessageChange>(
      queries,
      messagesKey,
      id,
      ({ status, assigned_to: to, updated_at }) =>
        status
          ? readApi('updateMessageStatus', { params, body: { status, updated_at } })
          : readApi('assignMessage', { params, body: { admin_id: to?.id ?? null, updated_at } }),
    ),
    mutationKey: ['changeMessage'],
    reads: listsKey,
    onFailed: (error: unknown) => {
      if (!quiet) notify.error(saveFailureText(error, 'this message'));
      void queries.invalidateQueries({ queryKey: messagesKey });
    },
    refresh: () => {
      // The lists on the screen already show the change and are not refetched, so that they retain order and length.
      // Lists that are not on the screen are fetched again when they are opened.
      refreshMessages(queries, 'none');
      // A list that was loading when the change began, e.g. after a message was opened by its URL, has no data: the
      // change has cancelled the load. One that is loading now may arrive with the old state.
      const isDoubtful = ({ state }: Query) => state.data === undefined || state.fetchStatus === 'fetching';
      void queries.refetchQueries({ queryKey: listsKey, type: 'active', predicate: isDoubtful });
    },
  };
}
