import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { MessageStatus } from '#shared/schemas/message.ts';
import { readApi } from '../../api/call.ts';
import { whyNotSaved } from '../../api/optimistic.ts';
import { notify } from '../../ui/toast.ts';
import { knownMessage, putMessage } from './known-messages.ts';
import { listsKey } from './message-list.ts';
import { noteMessageChange, refreshMessages } from './refresh-messages.ts';

const mutationKey = ['updateMessageStatus'];

const hasNoData = ({ state }: Query) => state.data === undefined;

interface StatusChange {
  id: Id;
  status: MessageStatus;
  /** Not asked for by a person, such as "read" on opening: a failure stays on the console, and the next opening tries again. */
  quiet?: boolean;
}

/**
 * Changes the status of a message. Everything shows it at once; what the server does not take is put back. Changes are sent one
 * after another: each has the version that the one before it made. 409, somebody was faster: the lists are asked for again.
 */
export function useMessageStatus() {
  const queries = useQueryClient();
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ id, status }: StatusChange) => {
      const body = { status, updated_at: knownMessage(queries, id)?.updated_at };
      return readApi('updateMessageStatus', { params: { id }, body });
    },
    onMutate: async ({ id, status }) => {
      // A reload that is under way would bring the old status back.
      await queries.cancelQueries({ queryKey: listsKey });
      const before = knownMessage(queries, id);
      if (before) putMessage(queries, { ...before, status });
      return { before };
    },
    onSuccess: (message) => {
      // What was asked for since is shown already, and on its way.
      const waiting = queries.isMutating({ mutationKey }) > 1;
      const shown = waiting ? knownMessage(queries, message.id) : undefined;
      putMessage(queries, { ...message, ...(shown && { status: shown.status }) });
      noteMessageChange(queries);
      // Their first answer was cancelled above: a message opened by its address is there before its list is.
      void queries.refetchQueries({ queryKey: listsKey, type: 'active', predicate: hasNoData });
    },
    onError: (error, { id, quiet }, context) => {
      const now = knownMessage(queries, id);
      if (now && context?.before) putMessage(queries, { ...now, status: context.before.status });
      if (!quiet) notify.error(whyNotSaved(error, messages['message.changedMeanwhile']));
      refreshMessages(queries);
    },
  });
}
