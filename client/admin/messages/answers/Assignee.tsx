import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { readId } from '#shared/id.ts';
import type { Message } from '#shared/schemas/message.ts';
import { readApi } from '../../../api/call.ts';
import { callQuery } from '../../../api/call-query.ts';
import { saveFailureText } from '../../../api/optimistic.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { notify } from '../../../ui/toast.ts';
import { knownMessage, messageChanges, putMessage } from '../message-actions.ts';
import { refreshMessages } from '../queries.ts';

/** Shows and changes the admin to whom a message is assigned. */
export function Assignee({ message, mayAssign }: { message: Message; mayAssign: boolean }) {
  const queries = useQueryClient();
  const { data: colleagues = [] } = useQuery(callQuery('getColleagues', {}, { staleTime: 60_000 }));
  const { id, assigned_to: to } = message;
  const options = [{ id: undefined, name: 'Nobody' }, ...colleagues];
  // Until the colleagues have loaded, at least the current assignee is an option.
  if (to && !colleagues.some((colleague) => colleague.id === to.id)) options.push(to);

  // An assignment names the newest version of the message, so it waits for pending changes. Opening a new message,
  // for example, marks it as read, which creates a version.
  const assign = useMutation({
    scope: { id: messageChanges.join(' ') },
    mutationFn: (chosen: string) => {
      const { updated_at } = knownMessage(queries, id) ?? message;
      const body = { admin_id: readId(chosen) ?? null, updated_at };
      return readApi('assignMessage', { params: { id }, body });
    },
    onSuccess: (saved) => {
      putMessage(queries, saved);
      const name = saved.assigned_to?.name;
      notify.success(name ? textOf('desk.assigned', { name }) : deskMessages['desk.unassigned']);
      refreshMessages(queries, 'none');
    },
    onError: (error) => {
      notify.error(saveFailureText(error, 'this message'));
      refreshMessages(queries);
    },
  });
  return (
    <Select
      label="Assigned to"
      dir="auto"
      value={String(to?.id ?? '')}
      disabled={assign.isPending || !mayAssign}
      options={options.map((each) => ({ value: String(each.id ?? ''), label: each.name }))}
      onChange={(event) => assign.mutate(event.target.value)}
    />
  );
}
