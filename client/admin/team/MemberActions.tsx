import type { ReactNode } from 'react';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { Switch } from '../../ui/fields/Switch.tsx';
import { EditIcon, ExternalIcon, TrashIcon } from '../../ui/icons.tsx';
import { RowMenu } from '../shared/DataList.tsx';
import type { Order } from '../shared/OrderedList.tsx';
import { useMay } from '../shared/rights.ts';

/** Props that the cards and the table of the team share. */
export interface TeamViewProps {
  /** All members in order, and callbacks that change the order. */
  order: Order<TeamMember>;
  deletingId: Id | undefined;
  onEdit: (member: TeamMember) => void;
  onActive: (member: TeamMember, active: boolean) => void;
  onDelete: (member: TeamMember) => void;
}

/** Props that a card and a row of the table share. */
export interface MemberViewProps extends Omit<TeamViewProps, 'order' | 'deletingId'> {
  member: TeamMember;
  /** Drag handle of the card or the row. */
  handle: ReactNode;
  deleting: boolean;
}

interface ActiveSwitchProps {
  member: TeamMember;
  onActive: (active: boolean) => void;
}

/** Switch that shows whether visitors see a member, and changes it. */
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

/** Menu of the actions on a member other than moving and hiding. */
export function MemberMenu({ member, onEdit, onDelete }: MemberMenuProps) {
  // Links to the team page, because a member has no page of their own.
  const view = {
    label: 'View on the site',
    Icon: ExternalIcon,
    onSelect: () => void window.open(pathTo('team'), '_blank', 'noopener'),
  };
  return (
    <RowMenu
      title={member.name}
      history="team_member"
      id={member.id}
      items={[
        { label: 'Edit', Icon: EditIcon, call: 'updateTeamMember', onSelect: () => onEdit(member) },
        ...(member.is_active === 1 ? [view] : []),
        {
          label: 'Delete',
          Icon: TrashIcon,
          danger: true,
          call: 'deleteTeamMember',
          onSelect: () => onDelete(member),
        },
      ]}
    />
  );
}
