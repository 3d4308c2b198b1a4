import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { Message, MessageStatus } from '#shared/schemas/message.ts';
import { readApi } from '../../api/call.ts';
import { makeChange, newestOf, type OptimisticChange, saveFailureText } from '../../api/optimistic.ts';
import { notify } from '../../ui/toast.ts';
import { useDeleteAsking } from '../shared/use-delete-asking.tsx';
import { senderOf } from './labels.ts';
import {
  invalidateMessageLists,
  type ListFilters,
  type ListPage,
  listsKey,
  messageKey,
  refreshMessages,
} from './queries.ts';

type Pages = InfiniteData<ListPage>;

/** Returns the newest version of a message that any query has cached. */
export function knownMessage(queries: QueryClient, id: Id): Message | undefined {
  const found: (Message | null | undefined)[] = [queries.getQueryData<Message | null>(messageKey(id))];
  for (const [, list] of queries.getQueriesData<Pages>({ queryKey: listsKey })) {
    for (const page of list?.pages ?? []) found.push(page.data.find((message) => message.id === id));
  }
  return newestOf(found);
}

/** Updates a message in all cached queries, and the counts per status of the lists. */
export function putMessage(queries: QueryClient, next: Message): void {
  const before = knownMessage(queries, next.id);
  queries.setQueryData(messageKey(next.id), next);
  for (const [key, list] of queries.getQueriesData<Pages>({ queryKey: listsKey })) {
    if (!list) continue;
    const { type } = key[2] as ListFilters;
    const counted = !type || type === next.type;
    // The message as this list contains it; the list's counts include it under this status. May be newer than
    // `before` if the list was loaded during the change.
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

/**
 * Mutation key of changes of messages. They run one after another, because each needs the version that the previous
 * one created.
 */
export const messageChanges = ['updateMessageStatus'];

interface StatusChange {
  id: Id;
  status: MessageStatus;
  /**
   * True for an automatic change, such as the status "read" on opening. A failure of such a change is only logged,
   * because the next opening tries again.
   */
  quiet?: boolean;
}

/**
 * Changes the status of a message. Changes are sent one after another, each with the version that the previous one
 * created. After any failure, including a 409 (another admin saved first), the lists are fetched again.
 */
function statusChange(queries: QueryClient): OptimisticChange<StatusChange, CallData<'updateMessageStatus'>> {
  return {
    mutationKey: messageChanges,
    reads: listsKey,
    show: ({ id, status }) => {
      const before = knownMessage(queries, id);
      if (before) putMessage(queries, { ...before, status });
      return () => {
        const now = knownMessage(queries, id);
        if (now && before) putMessage(queries, { ...now, status: before.status });
      };
    },
    send: ({ id, status }) => {
      const body = { status, updated_at: knownMessage(queries, id)?.updated_at };
      return readApi('updateMessageStatus', { params: { id }, body });
    },
    onSaved: (message, _change, isLast) => {
      const shown = isLast ? undefined : knownMessage(queries, message.id);
      putMessage(queries, { ...message, ...(shown && { status: shown.status }) });
    },
    onFailed: (error, { quiet }) => {
      if (!quiet) notify.error(saveFailureText(error, 'this message'));
      invalidateMessageLists(queries, 'active');
    },
    refresh: () => {
      // The lists on the screen already show the change and are not refetched, so that they retain order and length.
      // Lists that are not on the screen are fetched again when they are opened.
      refreshMessages(queries, 'none');
      // The change has cancelled the first load of a list that was still loading, e.g. after a message was opened by
      // its URL. Such a list has no data yet, so it is fetched now.
      void queries.refetchQueries({ queryKey: listsKey, type: 'active', predicate: hasNoData });
    },
  };
}

const hasNoData = ({ state }: Query) => state.data === undefined;

export type MessageActions = ReturnType<typeof useMessageActions>;

/** Callbacks for changes of the open message. */
export interface MessageOutcome {
  /**
   * Called when an action has moved the message out of the list. The message closes, and its neighbour gets the
   * focus.
   */
  onLeave: () => void;
  /** Called when the message was deleted, before anything is fetched again. */
  onDeleted: () => void;
}

/**
 * Actions on the open message. An action that moves the message out of the list closes the message and offers undo.
 */
export function useMessageActions(message: Message, { onLeave, onDeleted }: MessageOutcome) {
  const { id, status } = message;
  const queries = useQueryClient();
  const { remove, question } = useDeleteAsking({
    resource: 'message',
    call: 'deleteMessage',
    deleted: deskMessages['message.deleted'],
    refresh: () => refreshMessages(queries),
    onDeleted,
  });

  /**
   * Returns true when the change is saved. After a failure, the change has been undone and the error reported. Also
   * runs to its end after the pane is closed.
   */
  const changeStatus = async (to: MessageStatus, quiet = false) => {
    try {
      await makeChange(queries, statusChange(queries), { id, status: to, quiet });
      return true;
    } catch {
      return false;
    }
  };
  const moveTo = async (to: MessageStatus, text: string) => {
    onLeave();
    if (await changeStatus(to)) notify.undo(text, () => void changeStatus(status));
  };

  return {
    markRead: () => void changeStatus('read', true),
    markReplied: () => void changeStatus('replied'),
    markNew: () => {
      onLeave();
      void changeStatus('new');
    },
    archive: () => void moveTo('archived', 'Message archived'),
    moveToInbox: () => void moveTo('read', 'Moved to the inbox'),
    moveToSpam: () => void moveTo('spam', 'Moved to spam'),
    remove: async () => {
      if (await remove(id, `the message of ${senderOf(message)}`)) onLeave();
    },
    /** The dialog that asks before a deletion that cannot be undone. */
    question,
  };
}
