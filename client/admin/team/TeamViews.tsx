import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { SortableList } from '../../ui/SortableList.tsx';
import { Table } from '../../ui/Table.tsx';
import { MemberCard } from './MemberCard.tsx';
import { MemberRow } from './MemberRow.tsx';
import table from './MemberTable.module.css';
import type { MemberActions } from './member-actions.ts';
import styles from './TeamList.module.css';
import type { TeamView } from './use-team-view.ts';

interface TeamViewsProps extends MemberActions {
  team: readonly TeamMember[];
  view: TeamView;
  deleting: Id | undefined;
  onReorder: (team: TeamMember[]) => void;
}

/** The team as cards or as a table; both can be put in order. */
export function TeamViews({ team, view, deleting, onReorder, ...actions }: TeamViewsProps) {
  const order = {
    label: 'Team',
    items: team,
    getId: (member: TeamMember) => member.id,
    getName: (member: TeamMember) => member.name,
    onReorder,
    disabled: team.length > limits.reorderIds,
  };
  if (view === 'cards') {
    return (
      <SortableList
        {...order}
        layout="grid"
        className={styles.cards ?? ''}
        renderItem={(member, handle) => (
          <MemberCard member={member} handle={handle} deleting={deleting === member.id} {...actions} />
        )}
      />
    );
  }
  return (
    <Table label="Team" className={table.table}>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Member</th>
          <th scope="col">Department</th>
          <th scope="col">Shown on the site</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <SortableList
        {...order}
        as="tbody"
        renderItem={(member, handle) => (
          <MemberRow member={member} handle={handle} deleting={deleting === member.id} {...actions} />
        )}
      />
    </Table>
  );
}
