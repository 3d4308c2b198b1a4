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
import { isCallMissing } from '../../api/host-calls.ts';
import { refreshUnreadMessages } from '../../api/unread-messages.ts';
import { type Folder, isHandled, statusesOf } from './labels.ts';

export interface ListFilters {
  folder: Folder;
  type: MessageType | undefined;
  /** '' is no search. */
  search: string;
  /** Only what is assigned to whoever asks. */
  mine?: boolean | undefined;
}

/** One page as the host answered it. */
export interface ListPage extends CallData<'getMessages'> {
  /** It has messages of other folders: the host does not know the parameter (docs/decisions/0023). */
  ignoresFolder: boolean;
  /** It was asked for by due date and came in another order. */
  ignoresOrder: boolean;
}

/** Every list of this screen; the sidebar's count is not among them. */
export const listsKey = ['getMessages', 'list'] as const;

/** Requests for deletion are shown by the day by which they are due. */
export function isByDueDate({ folder, type, search }: ListFilters): boolean {
  return search === '' && type === 'account_deletion' && folder === 'inbox';
}

/** The messages of a folder, a page at a time. */
export function messageListQuery(filters: ListFilters) {
  const { folder, type, mine, search } = filters;
  const byDueDate = isByDueDate(filters);
  // A folder of one status is asked for by that status, which older hosts know too.
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
 * The messages to show of the pages that have loaded: each once, in the host's order. Those of other folders are left out, because
 * they were moved since or because the host has no folders. The message `openId` stays, since opening a new one must not take it away.
 * A list by due date that has loaded whole is sorted here, in case the host does not.
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

/** Tells the admin what the host cannot do for these lists; undefined when it can do everything. */
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

/** By due date, then what has no due date, then what is done, newest first. */
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

/** One message that no list on the screen has, such as a bookmarked one. Null when it does not exist. */
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

/** While `enabled` says no it makes no call, and gives what is cached. */
export function useSingleMessage(id: Id, enabled: () => boolean) {
  return useQuery({ ...messageQuery(id), enabled });
}

/**
 * Marks everything that was read of messages as old, and asks again for the sidebar's count. 'active' loads what is on the screen
 * again at once, 'none' waits until it is opened the next time.
 */
export function refreshMessages(queries: QueryClient, refetchType: 'active' | 'none' = 'active'): void {
  invalidateMessageLists(queries, refetchType);
  refreshUnreadMessages(queries);
}

/** The same without the sidebar's count. */
export function invalidateMessageLists(queries: QueryClient, refetchType: 'active' | 'none'): void {
  for (const queryKey of [listsKey, ['message']]) {
    queries.invalidateQueries({ queryKey, refetchType }).catch(() => {
      // The list itself shows that it could not be loaded.
    });
  }
}
