import { messages } from '#shared/messages.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { MemberFields } from './MemberFields.tsx';
import { useMemberForm } from './use-member-form.ts';

interface MemberDialogProps {
  /** Undefined for a new one. */
  member?: TeamMember | undefined;
  onClose: () => void;
}

/** Adds somebody to the team, or changes what is said of them. */
export default function MemberDialog({ member, onClose }: MemberDialogProps) {
  const state = useMemberForm(member, onClose);
  return (
    <FormDialog
      title={member ? 'Edit team member' : 'Add team member'}
      submitLabel={member ? 'Save changes' : 'Create'}
      busyLabel={messages[member ? 'busy.editing' : 'busy.creating']}
      state={state}
      onClose={onClose}
    >
      <MemberFields state={state} storedPhoto={member?.image} />
    </FormDialog>
  );
}
