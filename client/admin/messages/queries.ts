import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import type { Message } from '#shared/schemas/message.ts';
import { isStatus } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { callQuery } from '../../api/call-query.ts';
import { refreshUnreadMessages } from '../../api/desk-status.ts';
import { isCallMissing } from '../../api/host-support.ts';
import { patchRow, rowChange, saveFailureText } from '../../api/optimistic.ts';
import { notify } from '../../ui/toast.ts';

/** Query key prefixes of all queries that contain messages, and of those that list them. */
const messagesKey = ['messages'] as const;
export const listsKey = [...messagesKey, 'list'] as const;

/**
 * A single message that no list on the screen contains, e.g. one that was bookmarked. Null if the message does not
 * exist.
 */
export function messageQuery(id: Id) {
  return queryOptions({
    queryKey: [...messagesKey, 'single', id],
    queryFn: async ({ signal }) => {
      try {
        return await readApi('getSingleMessage', { params: { id }, signal });
      } catch (error) {
        if (isStatus(error, 404) && !isCallMissing(error)) return null;
        throw error;
      }
    },
  });
}

/** Refetches the messages, and the numbers in the sidebar. */
export function refreshMessages(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: messagesKey });
  refreshUnreadMessages(queries);
}

/** Shows a message as it was saved. */
export const putMessage = (queries: QueryClient, saved: Message) =>
  patchRow<Message>(queries, messagesKey, saved.id, saved);

/** Finds the changes of status that are being saved. */
export const anyStatusChange = { mutationKey: ['changeMessage'] };

/**
 * A change of a message's status. Changes are sent one after another, each with the version that the previous one
 * created. The failure of a `quiet` change, such as the status "read" on opening, is only logged, because the next opening
 * tries again.
 */
export function statusChange(queries: QueryClient, id: Id, quiet = false) {
  return {
    ...rowChange<Message, Pick<Message, 'status'>>(queries, messagesKey, id, (body) =>
      readApi('updateMessageStatus', { params: { id }, body }),
    ),
    ...anyStatusChange,
    reads: listsKey,
    onFailed: (error: unknown) => {
      if (!quiet) notify.error(saveFailureText(error, 'this message'));
    },
    refresh: () => refreshMessages(queries),
  };
}

export const savedAnswersQuery = callQuery('getSavedAnswers');

/** Answers to one message, newest first. */
export const answersQuery = (id: Id) => callQuery('getAnswers', { params: { id } });
