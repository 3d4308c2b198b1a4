import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { Message, MessageType } from '#shared/schemas/message.ts';
import { readApi } from '../../api/call.ts';
import { isHandled } from './due.ts';
import { type Folder, statusesOf } from './folders.ts';

export interface ListFilters {
  folder: Folder;
  type: MessageType | undefined;
}

/** One page as the host answered it. */
export interface ListPage extends CallData<'getMessages'> {
  /** It has messages of other folders: the host was made before there were folders. */
  ignoresFolder: boolean;
  /** It was asked for by due date and comes in another order. */
  ignoresOrder: boolean;
}

/** Every list of this screen; the sidebar's count is not among them. */
export const listsKey = ['getMessages', 'list'] as const;

/** Requests for deletion are shown by the day by which they are due. */
export function isByDueDate({ folder, type }: ListFilters): boolean {
  return type === 'account_deletion' && folder === 'inbox';
}

/** The messages of a folder, a page at a time. */
export function messageListQuery(filters: ListFilters) {
  const { folder, type } = filters;
  const byDueDate = isByDueDate(filters);
  // A folder of one status is asked for by that status, which older hosts know too.
  const which = folder === 'inbox' ? { folder } : { status: folder };
  return infiniteQueryOptions({
    queryKey: [...listsKey, { folder, type }],
    queryFn: async ({ pageParam: page, signal }): Promise<ListPage> => {
      const query = { page, type, ...which, ...(byDueDate && { order: 'due' }) };
      const list = await readApi('getMessages', { query, signal });
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
 * What is to be shown of the pages that are there: each message once, in the host's order. Those of other folders are left out, be it
 * that they were moved since or that the host knows no folders; but `openId` stays in sight, since opening a new message must not take
 * it away. By due date, a list that has come whole is put in that order here, whatever the host makes of it.
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

/** What the host does not know of these lists, in words for whoever reads one; undefined when it knows all. */
export function listShortcoming({ pages }: InfiniteData<ListPage, unknown>): string | undefined {
  const words = [
    pages.some(({ ignoresOrder }) => ignoresOrder) &&
      hasMore(pages) &&
      'Your API host cannot sort by due date, so the newest come first.',
    pages.some(({ ignoresFolder }) => ignoresFolder) &&
      'Your API host keeps archived messages in the same list. They are left out here, so you may need “Show more” to reach older ones.',
  ].filter((each) => each !== false);
  return words.length > 0 ? words.join(' ') : undefined;
}

/** What is due first comes first, what is due no day after that; what is done comes last, newest first. */
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
