import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { messages } from '#shared/messages.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import type { WholeList } from '../../api/read-all-pages.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { ListFailed } from '../shared/ListFailed.tsx';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';
import { whyNotReorder } from '../shared/why-not-reorder.ts';
import { refreshTeam } from './refresh-team.ts';
import styles from './TeamList.module.css';
import { TeamSkeleton } from './TeamSkeleton.tsx';
import { TeamViews } from './TeamViews.tsx';
import { useFirstOfTeam, useTeam } from './team.ts';
import { useActiveSwitch, useTeamOrder } from './team-change.ts';
import type { TeamView } from './use-team-view.ts';

interface TeamListProps {
  view: TeamView;
  onAdd: () => void;
  onEdit: (member: TeamMember) => void;
}

/** The team in each of its states: loading, failed, empty, and everybody in their order, which can be changed. */
export function TeamList({ view, onAdd, onEdit }: TeamListProps) {
  const queries = useQueryClient();
  const { data: list, error, isFetching, refetch } = useTeam();
  const first = useFirstOfTeam();
  const team = list?.data ?? (error ? undefined : first?.data);
  const order = useTeamOrder();
  const active = useActiveSwitch();
  const place = useRef<HTMLElement>(null);
  const { remove, deleting } = useDeleteWithUndo({
    resource: 'team_member',
    call: 'deleteTeamMember',
    deleted: messages['team.deleted'],
    refresh: () => refreshTeam(queries),
  });

  const removeMember = async ({ id }: TeamMember) => {
    if (deleting !== undefined) return;
    const hadFocus = place.current?.contains(document.activeElement);
    if ((await remove(id)) && hadFocus) place.current?.focus();
  };

  if (error && !team) {
    return <ListFailed what="team" error={error} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (!team) return <TeamSkeleton view={view} />;
  if (team.length === 0) {
    return (
      <EmptyState
        title="Nobody is here yet"
        text="The team page shows people in the order of this list. A photo, a name and a role are enough to start with."
        action={
          <Button onClick={onAdd}>
            <PlusIcon /> Add the first member
          </Button>
        }
      />
    );
  }
  return (
    <section ref={place} aria-label="Team and its order" aria-busy={!list || undefined} tabIndex={-1}>
      <p className={styles.note}>{list ? noteOf(list) : `Loading ${first?.total ?? 'all'} members…`}</p>
      {/* Nothing is changed before everybody is there: an order is one of all. */}
      <div inert={!list}>
        <TeamViews
          team={team}
          view={view}
          deleting={deleting}
          onReorder={(moved) => order.change(moved.map(({ id }) => id))}
          onEdit={onEdit}
          onActive={({ id }, next) => active.change({ id, active: next })}
          onDelete={(member) => void removeMember(member)}
        />
      </div>
      <p className={styles.saved} role="status">
        {order.isPending ? 'Saving the order…' : order.isSuccess ? messages['order.saved'] : ''}
      </p>
    </section>
  );
}

function noteOf(list: WholeList<TeamMember>): string {
  const { data: team } = list;
  const hidden = team.filter(({ is_active: active }) => active !== 1).length;
  const count = `${team.length === 1 ? '1 member' : `${team.length} members`}${hidden > 0 ? `, ${hidden} hidden` : ''}.`;
  if (team.length === 1) return count;
  const fixed = whyNotReorder(list);
  if (fixed) return `${count} ${fixed}.`;
  return `${count} Visitors see them in this order. Drag them or use the arrows to change it.`;
}
