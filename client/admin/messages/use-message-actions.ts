import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#shared/messages.ts';
import type { Message, MessageStatus } from '#shared/schemas/message.ts';
import { notify } from '../../ui/toast.ts';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';
import { useMessageStatus } from './change-status.ts';
import { refreshMessages } from './refresh-messages.ts';

export type MessageActions = ReturnType<typeof useMessageActions>;

/** What can be done with the open message. What takes it out of the list closes it, and offers to undo. */
export function useMessageActions({ id, status }: Message, onLeave: () => void) {
  const queries = useQueryClient();
  const { mutate, mutateAsync } = useMessageStatus();
  const { remove } = useDeleteWithUndo({
    resource: 'message',
    call: 'deleteMessage',
    deleted: messages['message.deleted'],
    refresh: () => refreshMessages(queries),
  });

  const move = (to: MessageStatus, words: string) => {
    onLeave();
    // Not by callbacks of `mutate`: those of a pane that is gone are not called.
    mutateAsync({ id, status: to }).then(
      () => notify.undo(words, () => mutate({ id, status })),
      () => {
        // Told, and put back, by the mutation itself.
      },
    );
  };

  return {
    markRead: () => mutate({ id, status: 'read', quiet: true }),
    markReplied: () => mutate({ id, status: 'replied' }),
    markNew: () => {
      onLeave();
      mutate({ id, status: 'new' });
    },
    archive: () => move('archived', 'Message archived'),
    moveToInbox: () => move('read', 'Moved to the inbox'),
    moveToSpam: () => move('spam', 'Moved to spam'),
    remove: async () => {
      if (await remove(id)) onLeave();
    },
  };
}
