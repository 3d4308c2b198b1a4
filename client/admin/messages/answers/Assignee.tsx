import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Message } from '#shared/schemas/message.ts';
import { callQuery } from '../../../api/call-query.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { useCall } from '../../shared/use-call.ts';
import { refreshMessages } from '../queries.ts';

/** Shows and changes the admin to whom a message is assigned. */
export function Assignee({ message, mayAssign }: { message: Message; mayAssign: boolean }) {
  const { data: colleagues = [] } = useQuery(callQuery('getColleagues', {}, { staleTime: 60_000 }));
  const { id, assigned_to: to, updated_at: version } = message;
  const options = [...colleagues];
  // Until the colleagues have loaded, at least the current assignee is an option.
  if (to && !colleagues.some((colleague) => colleague.id === to.id)) options.push(to);
  const queries = useQueryClient();
  const { make, pending } = useCall('assignMessage', {
    done: deskMessages['desk.unassigned'],
    refresh: () => refreshMessages(queries),
  });
  const assign = (chosen: string) => {
    const admin = options.find((each) => String(each.id) === chosen);
    const body = { admin_id: admin?.id ?? null, updated_at: version };
    void make({ params: { id }, body }, admin && textOf('desk.assigned', { name: admin.name }));
  };
  return (
    <Select
      label="Assigned to"
      dir="auto"
      value={String(to?.id ?? '')}
      disabled={pending !== undefined || !mayAssign}
      options={[
        { value: '', label: 'Nobody' },
        ...options.map((each) => ({ value: String(each.id), label: each.name })),
      ]}
      onChange={({ target }) => assign(target.value)}
    />
  );
}
