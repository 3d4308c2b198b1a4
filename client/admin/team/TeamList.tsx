import { useRef } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import type { WholeList } from '../../api/read-all-pages.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { IfSupported } from '../shared/IfSupported.tsx';
import { ListFailed } from '../shared/ListFailed.tsx';
import { ListSearch, NothingFound } from '../shared/ListSearch.tsx';
import { useListParams } from '../shared/list-params.ts';
import { OrderedSection, OrderNote } from '../shared/OrderedSection.tsx';
import { reorderBlockedReason } from '../shared/reorder-blocked-reason.ts';
import { useMay } from '../shared/rights.ts';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';
import { useActiveSwitch, useFirstOfTeam, useFoundTeam, useTeam, useTeamOrder } from './queries.ts';
import { TeamCards, TeamCardsSkeleton } from './TeamCards.tsx';
import { TeamTable, TeamTableSkeleton } from './TeamTable.tsx';

export type TeamView = 'cards' | 'table';

interface TeamListProps {
  view: TeamView;
  onAdd: () => void;
  onEdit: (member: TeamMember) => void;
}

/** The team in each of its states: loading, failed, empty, and all members, which can be reordered. */
export function TeamList({ view, onAdd, onEdit }: TeamListProps) {
  const params = useListParams();
  const { search = '' } = params.filters;
  const all = useTeam();
  const found = useFoundTeam(search);
  const { data: list, error, isFetching, refetch } = search ? found : all;
  const first = useFirstOfTeam();
  const team = list?.data ?? (error || search ? undefined : first?.data);
  const order = useTeamOrder();
  const mayOrder = useMay()('reorderTeam');
  const active = useActiveSwitch();
  const section = useRef<HTMLElement>(null);
  const { remove, deleting } = useDeleteWithUndo({
    resource: 'team_member',
    call: 'deleteTeamMember',
    deleted: deskMessages['team.deleted'],
    refresh: 'team',
  });

  const removeMember = async ({ id }: TeamMember) => {
    if (deleting !== undefined) return;
    const hadFocus = section.current?.contains(document.activeElement);
    if ((await remove(id)) && hadFocus) section.current?.focus();
  };

  if (error && !team) {
    return (
      <ListFailed what="team" offer="a team" error={error} onRetry={() => void refetch()} busy={isFetching} />
    );
  }
  if (!team) return <TeamSkeleton view={view} />;
  const field = (
    <ListSearch
      call="searchTeam"
      label="Search the team"
      placeholder="Name, role or department"
      params={params}
    />
  );
  if (team.length === 0 && search) {
    return (
      <>
        {field}
        <NothingFound
          what="team member"
          text="The search covers names, roles and departments."
          onClear={() => params.change({ search: undefined }, { replace: true })}
        />
      </>
    );
  }
  if (team.length === 0) {
    return (
      <EmptyState
        title="No team members yet"
        text="The team page shows people in the order of this list. A photo, a name and a role are enough to start with."
        action={
          <IfSupported call="addTeamMember">
            <Button onClick={onAdd}>
              <PlusIcon /> Add the first member
            </Button>
          </IfSupported>
        }
      />
    );
  }
  const View = view === 'cards' ? TeamCards : TeamTable;
  return (
    <>
      {field}
      <OrderedSection
        label="Team and its order"
        note={
          search
            ? foundNote(team.length)
            : list
              ? noteOf(list, mayOrder)
              : `Loading ${first?.total ?? 'all'} members…`
        }
        order={order}
        busy={!list}
        ref={section}
      >
        {/* Disables changes until all members are loaded, because a saved order must contain every member. */}
        <div inert={!list}>
          <View
            order={{
              label: 'Team',
              items: team,
              getId: ({ id }) => id,
              getName: ({ name }) => name,
              onReorder: (moved) => order.change(moved.map(({ id }) => id)),
              disabled: search !== '' || team.length > limits.reorderIds,
              fixed: !mayOrder,
            }}
            deletingId={deleting}
            onEdit={onEdit}
            onActive={({ id }, next) => active.change({ id, active: next })}
            onDelete={(member) => void removeMember(member)}
          />
        </div>
      </OrderedSection>
    </>
  );
}

function foundNote(count: number): string {
  return `${count === 1 ? '1 member' : `${count} members`} found. ${deskMessages['find.clearToReorder']}.`;
}

function noteOf(list: WholeList<TeamMember>, mayOrder: boolean): string {
  const { data: team } = list;
  const hidden = team.filter(({ is_active: active }) => active !== 1).length;
  const count = `${team.length === 1 ? '1 member' : `${team.length} members`}${hidden > 0 ? `, ${hidden} hidden` : ''}.`;
  if (team.length === 1 || !mayOrder) return count;
  const reason = reorderBlockedReason(list);
  if (reason) return `${count} ${reason}.`;
  return `${count} Visitors see them in this order. Drag them or use the arrows to change it.`;
}

function TeamSkeleton({ view }: Pick<TeamListProps, 'view'>) {
  return (
    <>
      <VisuallyHidden role="status">Loading the team…</VisuallyHidden>
      <OrderNote>
        <Skeleton width="16rem" />
      </OrderNote>
      {view === 'cards' ? <TeamCardsSkeleton /> : <TeamTableSkeleton />}
    </>
  );
}
