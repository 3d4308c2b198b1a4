import { useQueryClient } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Message, MessageStatus } from '#shared/schemas/message.ts';
import { makeChange } from '../../api/optimistic.ts';
import { notify } from '../../ui/toast.ts';
import { useDeleteAsking } from '../shared/use-delete-asking.tsx';
import { senderOf } from './labels.ts';
import { dropMessage, refreshMessages, statusChange } from './queries.ts';

export type MessageActions = ReturnType<typeof useMessageActions>;

/**
 * Actions on the open message. An action that moves the message out of the list offers undo, and calls `onLeave`: the
 * message closes, before anything is fetched again, and its neighbour gets the focus.
 */
export function useMessageActions(message: Message, onLeave: () => void) {
  const { id, status } = message;
  const queries = useQueryClient();
  const { remove, question } = useDeleteAsking({
    resource: 'message',
    call: 'deleteMessage',
    deleted: deskMessages['message.deleted'],
    refresh: () => refreshMessages(queries),
    onDeleted: () => {
      dropMessage(queries, id);
      onLeave();
    },
  });

  /**
   * Returns true when the change is saved. After a failure, the change has been undone and the error reported. Also
   * runs to its end after the pane is closed.
   */
  const changeStatus = (to: MessageStatus, quiet = false) =>
    makeChange(queries, statusChange(queries, id, quiet), { status: to });
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
    remove: () => void remove(id, `the message of ${senderOf(message)}`),
    /** The dialog that asks before a deletion that cannot be undone. */
    question,
  };
}
