import { useQueryClient } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Message, MessageStatus } from '#shared/schemas/message.ts';
import { makeChange } from '../../api/optimistic.ts';
import { notify } from '../../ui/toast.ts';
import { useDeleteAsking } from '../shared/use-delete-asking.tsx';
import { senderOf } from './labels.ts';
import { messageChange, refreshMessages } from './queries.ts';

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
  const changeStatus = (to: MessageStatus, quiet = false) =>
    makeChange(queries, messageChange(queries, id, quiet), { status: to }).then(
      () => true,
      () => false,
    );
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
