import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { Message, MessageType } from '#shared/schemas/message.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { isCallMissing } from '../../api/host-support.ts';
import { refreshUnreadMessages } from '../../api/unread-messages.ts';
import { type Folder, isHandled, statusesOf } from './labels.ts';

export interface ListFilters {
  folder: Folder;
  type: MessageType | undefined;
  /** Search text; '' means no search. */
  search: string;
  /** True for messages that are assigned to the current admin only. */
  mine?: boolean;
}

/** One page as the host sent it, and which parameters of the call the host has ignored. */
export interface ListPage extends CallData<'getMessages'> {
  /**
   * True if the page contains messages of another folder than the requested one. So the host does not support the
   * folder parameter (docs/decisions/0023).
   */
  ignoresFolder: boolean;
  /** True if the page was requested by due date and arrived in another order. */
  ignoresOrder: boolean;
}

/** Query key prefix of every list of this screen. The sidebar's count has another key. */
export const listsKey = ['getMessages', 'list'] as const;

/** Returns true for lists that are sorted by due date: deletion requests in the inbox, without a search. */
export function isByDueDate({ folder, type, search }: ListFilters): boolean {
  return search === '' && type === 'account_deletion' && folder === 'inbox';
}

/** The messages of a folder, page by page. */
export function messageListQuery(filters: ListFilters) {
  const { folder, type, mine, search } = filters;
  const byDueDate = isByDueDate(filters);
  // Every folder except the inbox has one status. It is requested by the status parameter, which older hosts support
  // too.
  const which = folder === 'inbox' ? { folder } : { status: folder };
  return infiniteQueryOptions({
    queryKey: [...listsKey, { folder, type, search, ...(mine && { mine }) }],
    queryFn: async ({ pageParam: page, signal }): Promise<ListPage> => {
      const query = {
        page,
        type,
        ...(mine && { assigned: 'me' }),
        ...which,
        ...(byDueDate && { order: 'due' }),
      };
      const list = search
        ? await readApi('searchMessages', { query: { page, type, ...which, search }, signal })
        : await readApi('getMessages', { query, signal });
      return {
        ...list,
        ignoresFolder: list.data.some(({ status }) => !statusesOf(folder).includes(status)),
        ignoresOrder: byDueDate && inDueOrder(list.data).some((message, at) => message !== list.data[at]),
      };
    },
    initialPageParam: 1,
    getNextPageParam: ({ current_page: page, last_page: last }) => (page < last ? page + 1 : undefined),
  });
}

export function useMessageList(filters: ListFilters) {
  return useInfiniteQuery(messageListQuery(filters));
}

/**
 * Returns the messages to show from the loaded pages, each once, in the host's order.
 * - Messages of other folders are left out: they were moved after the load, or the host has no folders.
 * - The message `openId` is always included: opening a new message changes its status, but must not remove it.
 * - A list by due date is sorted here once it is fully loaded, in case the host does not sort.
 */
export function shownMessages(
  { pages }: InfiniteData<ListPage, unknown>,
  filters: ListFilters,
  openId: Id | undefined,
): Message[] {
  const statuses = statusesOf(filters.folder);
  const found = new Map<Id, Message>();
  for (const message of pages.flatMap(({ data }) => data)) {
    const before = found.get(message.id);
    if (!before || before.updated_at < message.updated_at) found.set(message.id, message);
  }
  const shown = [...found.values()].filter(({ id, status }) => statuses.includes(status) || id === openId);
  return isByDueDate(filters) && !hasMore(pages) ? inDueOrder(shown) : shown;
}

/** Returns a text that says which features of message lists the host lacks; undefined if it lacks none. */
export function listShortcoming({ pages }: InfiniteData<ListPage, unknown>): string | undefined {
  const texts = [
    pages.some(({ ignoresOrder }) => ignoresOrder) &&
      hasMore(pages) &&
      'Your API host cannot sort by due date, so the newest come first.',
    pages.some(({ ignoresFolder }) => ignoresFolder) &&
      'Your API host keeps archived messages in the same list. They are left out here, so you may need “Show more” to reach older ones.',
  ].filter((each) => each !== false);
  return texts.length > 0 ? texts.join(' ') : undefined;
}

/**
 * Sorts the messages: first those with a due date, by this date; then those without one; then handled ones. Messages
 * with equal due dates, without due date, or handled are sorted from new to old.
 */
function inDueOrder(messages: readonly Message[]): Message[] {
  return [...messages].sort((one, other) => {
    const done = Number(isHandled(one)) - Number(isHandled(other));
    if (done !== 0) return done;
    const newest = other.created_at.localeCompare(one.created_at);
    if (isHandled(one)) return newest;
    return (one.due_at ?? '9999').localeCompare(other.due_at ?? '9999') || newest;
  });
}

function hasMore(pages: readonly ListPage[]): boolean {
  const last = pages.at(-1);
  return last !== undefined && last.current_page < last.last_page;
}

export function messageKey(id: Id) {
  return ['message', id] as const;
}

/**
 * A single message that no list on the screen contains, e.g. one that was bookmarked. Null if the message does not
 * exist.
 */
export function messageQuery(id: Id) {
  return queryOptions({
    queryKey: messageKey(id),
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

/** While `enabled` returns false, no call is made and cached data is returned. */
export function useSingleMessage(id: Id, enabled: () => boolean) {
  return useQuery({ ...messageQuery(id), enabled });
}

/**
 * Invalidates every query of messages, and refetches the sidebar's count. With 'active', queries on the screen are
 * refetched immediately; with 'none', queries are refetched when they are used the next time.
 */
export function refreshMessages(queries: QueryClient, refetchType: 'active' | 'none' = 'active'): void {
  invalidateMessageLists(queries, refetchType);
  refreshUnreadMessages(queries);
}

/** Invalidates every query of messages, like `refreshMessages`, but not the sidebar's count. */
export function invalidateMessageLists(queries: QueryClient, refetchType: 'active' | 'none'): void {
  for (const queryKey of [listsKey, ['message']]) {
    queries.invalidateQueries({ queryKey, refetchType }).catch(() => {
      // A failed reload needs no handling here: the list itself shows the failure.
    });
  }
}
