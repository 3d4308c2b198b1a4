import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { MessageType } from '#shared/schemas/message.ts';
import { type Folder, statusesOf } from '../words/folders.ts';
import { type BatchParam, nextBatch, readBatch, readWhole } from './batch.ts';

export interface ListFilters {
  folder: Folder;
  type: MessageType | undefined;
}

/** Every list of this screen; the sidebar's count is not among them. */
export const listsKey = ['getMessages', 'list'] as const;

/** Requests for deletion are shown by the day by which they are due, which asks for all of them. */
export function isByDueDate({ folder, type }: ListFilters): boolean {
  return type === 'account_deletion' && folder === 'inbox';
}

/** The messages of a folder, a batch at a time. */
export function messageListQuery(filters: ListFilters) {
  const { folder, type } = filters;
  const first: BatchParam = { page: 1, statuses: statusesOf(folder) };
  return infiniteQueryOptions({
    queryKey: [...listsKey, { folder, type }],
    queryFn: ({ pageParam, signal }) =>
      isByDueDate(filters) ? readWhole(pageParam.statuses, type, signal) : readBatch(pageParam, type, signal),
    initialPageParam: first,
    getNextPageParam: (last, _batches, param) => nextBatch(last, param),
  });
}

export function useMessageList(filters: ListFilters) {
  return useInfiniteQuery(messageListQuery(filters));
}
