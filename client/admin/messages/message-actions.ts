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

/** Returns the newest cached version of a message from any query. */
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
    // A list that loaded during the change counts the message under the status of its own row.
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

/** Changes of messages run one after another: each needs the version that the previous change created. */
export const messageChanges = ['updateMessageStatus'];

interface StatusChange {
  id: Id;
  status: MessageStatus;
  /**
   * True for an automatic change, such as "read" on opening: a failure is only logged, and the next opening tries
   * again.
   */
  quiet?: boolean;
}

/**
 * Changes the status of a message. Changes are sent one after another, each with the version that the previous one
 * created. After a 409 (another admin saved first), as after any failure, the lists are fetched again.
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
      if (!quiet) notify.error(saveFailureText(error, deskMessages['message.changedMeanwhile']));
      invalidateMessageLists(queries, 'active');
    },
    refresh: () => {
      // The lists on the screen already show the change, and keep their order and length; other lists are fetched
      // again when they are opened.
      refreshMessages(queries, 'none');
      // A list whose first load was cancelled for the change has no data yet, so it is fetched: a message that is
      // opened by its address loads before its list.
      void queries.refetchQueries({ queryKey: listsKey, type: 'active', predicate: hasNoData });
    },
  };
}

const hasNoData = ({ state }: Query) => state.data === undefined;

export type MessageActions = ReturnType<typeof useMessageActions>;

/** Callbacks for changes of the open message. */
export interface MessageOutcome {
  /** Called when the message has left the list: it closes, and its neighbour gets the focus. */
  onLeave: () => void;
  /** Called when the message was deleted, before anything is fetched again. */
  onDeleted: () => void;
}

/** Actions on the open message. An action that moves it out of the list closes it, and offers undo. */
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
   * Returns true when the change is saved; a failure has been reported and undone. Continues after its pane is
   * closed.
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
    /** Confirmation of the deletion, if it cannot be undone. */
    question,
  };
}
