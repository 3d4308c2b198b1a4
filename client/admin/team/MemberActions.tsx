import type { ReactNode } from 'react';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { Switch } from '../../ui/fields/Switch.tsx';
import { EditIcon, ExternalIcon, TrashIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { SortableList } from '../../ui/SortableList.tsx';
import { useHistoryItem } from '../shared/activity/use-history-item.tsx';
import { useOfferedItems } from '../shared/Offered.tsx';
import { useMay } from '../shared/rights.ts';

/** What the cards and the table take. */
export interface TeamViewProps {
  /** Everybody in their order, and what changes it. */
  order: Omit<Parameters<typeof SortableList<TeamMember>>[0], 'renderItem'>;
  deletingId: Id | undefined;
  onEdit: (member: TeamMember) => void;
  onActive: (member: TeamMember, active: boolean) => void;
  onDelete: (member: TeamMember) => void;
}

/** What a card and a row take. */
export interface MemberViewProps extends Omit<TeamViewProps, 'order' | 'deletingId'> {
  member: TeamMember;
  /** What moves the card or the row. */
  handle: ReactNode;
  deleting: boolean;
}

interface ActiveSwitchProps {
  member: TeamMember;
  onActive: (active: boolean) => void;
}

/** Whether visitors see somebody, and where that is changed. */
export function ActiveSwitch({ member: { name, is_active: active }, onActive }: ActiveSwitchProps) {
  if (!useMay()('updateTeamMember')) return <span>{active === 1 ? 'Active' : 'Hidden'}</span>;
  return (
    <Switch
      label="Active"
      aria-label={`Active: ${name}`}
      checked={active === 1}
      onChange={(event) => onActive(event.currentTarget.checked)}
    />
  );
}

interface MemberMenuProps extends Pick<TeamViewProps, 'onEdit' | 'onDelete'> {
  member: TeamMember;
}

/** What can be done with a member besides moving and hiding them. */
export function MemberMenu({ member, onEdit, onDelete }: MemberMenuProps) {
  const history = useHistoryItem('team_member', member.id, member.name);
  const offered = useOfferedItems();
  return (
    <>
      <Menu
        label={`Actions for ${member.name}`}
        items={offered([
          { label: 'Edit', Icon: EditIcon, call: 'updateTeamMember', onSelect: () => onEdit(member) },
          // Members have no page of their own: they stand on that of the team.
          ...(member.is_active === 1
            ? [
                {
                  label: 'View on the site',
                  Icon: ExternalIcon,
                  onSelect: () => void window.open(pathTo('team'), '_blank', 'noopener'),
                },
              ]
            : []),
          history.item,
          {
            label: 'Delete',
            Icon: TrashIcon,
            danger: true,
            call: 'deleteTeamMember',
            onSelect: () => onDelete(member),
          },
        ])}
      />
      {history.dialog}
    </>
  );
}
