import type { TeamMember } from '#shared/schemas/team-member.ts';
import { EditIcon, TrashIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { MemberActions } from './member-actions.ts';

interface MemberMenuProps extends Pick<MemberActions, 'onEdit' | 'onDelete'> {
  member: TeamMember;
}

/** What can be done with a member besides moving and hiding them. */
export function MemberMenu({ member, onEdit, onDelete }: MemberMenuProps) {
  return (
    <Menu
      label={`Actions for ${member.name}`}
      items={[
        { label: 'Edit', Icon: EditIcon, onSelect: () => onEdit(member) },
        { label: 'Delete', Icon: TrashIcon, danger: true, onSelect: () => onDelete(member) },
      ]}
    />
  );
}
