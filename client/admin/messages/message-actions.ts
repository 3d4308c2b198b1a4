import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { Message, MessageStatus } from '#shared/schemas/message.ts';
import { readApi } from '../../api/call.ts';
import { makeChange, newestOf, type OptimisticChange, whyNotSaved } from '../../api/optimistic.ts';
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

/** The newest version of a message that was read anywhere. */
export function knownMessage(queries: QueryClient, id: Id): Message | undefined {
  const found: (Message | null | undefined)[] = [queries.getQueryData<Message | null>(messageKey(id))];
  for (const [, list] of queries.getQueriesData<Pages>({ queryKey: listsKey })) {
    for (const page of list?.pages ?? []) found.push(page.data.find((message) => message.id === id));
  }
  return newestOf(found);
}

/** Updates a message in everything that was read of it, and the counts of the lists with its status. */
export function putMessage(queries: QueryClient, next: Message): void {
  const before = knownMessage(queries, next.id);
  queries.setQueryData(messageKey(next.id), next);
  for (const [key, list] of queries.getQueriesData<Pages>({ queryKey: listsKey })) {
    if (!list) continue;
    const { type } = key[2] as ListFilters;
    const counted = !type || type === next.type;
    // A list that loaded during the change counts the message under the status that its own row has.
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

/** Changes of messages wait for each other: each needs the version that the one before it made. */
export const messageChanges = ['updateMessageStatus'];

interface StatusChange {
  id: Id;
  status: MessageStatus;
  /** Not asked for by a person, such as "read" on opening: a failure is only logged, and the next opening tries again. */
  quiet?: boolean;
}

/**
 * Changes the status of a message. Changes are sent one after another, each with the version that the one before it made. After a 409
 * (somebody else was faster) as after any failure the lists load again.
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
      if (!quiet) notify.error(whyNotSaved(error, deskMessages['message.changedMeanwhile']));
      invalidateMessageLists(queries, 'active');
    },
    refresh: () => {
      // The lists on the screen show the change already, and keep their order and length; others load again when they are opened.
      refreshMessages(queries, 'none');
      // But a list whose first load was given up for the change has nothing to show: a message opened by its address comes before it.
      void queries.refetchQueries({ queryKey: listsKey, type: 'active', predicate: hasNoData });
    },
  };
}

const hasNoData = ({ state }: Query) => state.data === undefined;

export type MessageActions = ReturnType<typeof useMessageActions>;

/** Told of what happens to the open message. */
export interface MessageFate {
  /** The message has left the list: it closes, and its neighbour gets the focus. */
  onLeave: () => void;
  /** It is there no more. Called before anything is read again. */
  onDeleted: () => void;
}

/** What can be done with the open message. What takes it out of the list closes it, and offers to undo. */
export function useMessageActions(message: Message, { onLeave, onDeleted }: MessageFate) {
  const { id, status } = message;
  const queries = useQueryClient();
  const { remove, question } = useDeleteAsking({
    resource: 'message',
    call: 'deleteMessage',
    deleted: deskMessages['message.deleted'],
    refresh: () => refreshMessages(queries),
    onDeleted,
  });

  /** True when it is saved; a failure has been reported and undone. Goes on when the pane that made it is closed. */
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
    /** Whether it is to be deleted, where that cannot be undone. */
    question,
  };
}
