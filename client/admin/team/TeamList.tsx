import { useQuery } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { AddButton } from '../shared/IfSupported.tsx';
import { useListParams } from '../shared/list-params.ts';
import { OrderedList } from '../shared/OrderedList.tsx';
import { teamQuery, useActiveSwitch, useFirstOfTeam, useFoundTeam, useTeamOrder } from './queries.ts';
import styles from './TeamCards.module.css';
import { TeamCards } from './TeamCards.tsx';
import { TeamTable } from './TeamTable.tsx';

export type TeamView = 'cards' | 'table';

interface TeamListProps {
  view: TeamView;
  onAdd: () => void;
  onEdit: (member: TeamMember) => void;
}

/** All members, in an order that can be changed. */
export function TeamList({ view, onAdd, onEdit }: TeamListProps) {
  const params = useListParams();
  const first = useFirstOfTeam();
  const active = useActiveSwitch();
  const View = view === 'cards' ? TeamCards : TeamTable;
  return (
    <OrderedList
      params={params}
      all={useQuery(teamQuery())}
      found={useFoundTeam(params.filters.search ?? '')}
      first={first?.data}
      what="team"
      one="team member"
      offer="a team"
      label="Team and its order"
      name="Team"
      search={{
        call: 'searchTeam',
        label: 'Search the team',
        placeholder: 'Name, role or department',
        covers: 'names, roles and departments',
      }}
      empty={{
        title: 'No team members yet',
        text: 'The team page shows people in the order of this list. A photo, a name and a role are enough to start with.',
        action: (
          <AddButton call="addTeamMember" onClick={onAdd}>
            Add the first member
          </AddButton>
        ),
      }}
      placeholder={view === 'cards' ? { height: '24rem', className: styles.cards } : { height: '4.25rem' }}
      nameOf={({ name }) => name}
      counted={counted}
      note={({ data: team }, { mayOrder, blocked }) => {
        const hidden = team.filter(({ is_active }) => is_active !== 1).length;
        const count = `${counted(team.length)}${hidden > 0 ? `, ${hidden} hidden` : ''}.`;
        if (team.length === 1 || !mayOrder) return count;
        if (blocked) return `${count} ${blocked}.`;
        return `${count} Visitors see them in this order. Drag them or use the arrows to change it.`;
      }}
      loadingNote={`Loading ${first?.total ?? 'all'} members…`}
      reorderCall="reorderTeam"
      order={useTeamOrder()}
      deletion={{
        resource: 'team_member',
        call: 'deleteTeamMember',
        deleted: deskMessages['team.deleted'],
        refresh: 'team',
      }}
    >
      {(order, { deleting, remove }) => (
        <View
          order={order}
          deletingId={deleting}
          onEdit={onEdit}
          onActive={({ id }, next) => active.change({ id, active: next })}
          onDelete={({ id }) => remove(id)}
        />
      )}
    </OrderedList>
  );
}

const counted = (count: number) => (count === 1 ? '1 member' : `${count} members`);
