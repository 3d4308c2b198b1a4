import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Message } from '#shared/schemas/message.ts';
import { callQuery } from '../../../api/call-query.ts';
import { useOptimisticChange } from '../../../api/optimistic.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { notify } from '../../../ui/toast.ts';
import { messageChange } from '../queries.ts';

/** Shows and changes the admin to whom a message is assigned. */
export function Assignee({ message, mayAssign }: { message: Message; mayAssign: boolean }) {
  const { data: colleagues = [] } = useQuery(callQuery('getColleagues', {}, { staleTime: 60_000 }));
  const { id, assigned_to: to } = message;
  const options = [...colleagues];
  // Until the colleagues have loaded, at least the current assignee is an option.
  if (to && !colleagues.some((colleague) => colleague.id === to.id)) options.push(to);
  const change = messageChange(useQueryClient(), id);
  const assign = useOptimisticChange({
    ...change,
    onSaved: (saved, ...how) => {
      change.onSaved(saved, ...how);
      const name = saved.assigned_to?.name;
      notify.success(name ? textOf('desk.assigned', { name }) : deskMessages['desk.unassigned']);
    },
  });
  return (
    <Select
      label="Assigned to"
      dir="auto"
      value={String(to?.id ?? '')}
      disabled={assign.isPending || !mayAssign}
      options={[
        { value: '', label: 'Nobody' },
        ...options.map((each) => ({ value: String(each.id), label: each.name })),
      ]}
      onChange={({ target }) =>
        assign.mutate({ assigned_to: options.find((each) => String(each.id) === target.value) ?? null })
      }
    />
  );
}
