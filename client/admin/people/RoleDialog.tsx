import { useQueryClient } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Person } from '#shared/schemas/person.ts';
import { callOrThrow } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { PromptDialog, usePrompt } from '../../forms/PromptDialog.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { notify } from '../../ui/toast.ts';
import { roleLabels, roleOptions } from './labels.ts';

/** Changes a person's role, or lowers the role of the signed-in admin. If the call fails, the dialog shows why. */
export function RoleDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const queries = useQueryClient();
  const { id, name, role: before, is_you: isYou, state } = person;
  const { form, bind } = usePrompt<Pick<Person, 'role'>>({ role: before });
  // A new role ends the person's sessions. An invited person has none, so the warning is left out.
  const others = state === 'active' ? deskMessages['people.roleSignsOut'] : '';
  const effect = isYou ? deskMessages['people.stepDown'] : others;

  async function save({ role }: Pick<Person, 'role'>) {
    if (role === before) return onClose();
    try {
      await callOrThrow('updatePerson', { params: { id }, body: { role } });
    } finally {
      refresh(queries, 'person');
    }
    notify.success(deskMessages[isYou ? 'people.ownRoleChanged' : 'people.roleChanged']);
    onClose();
  }

  return (
    <PromptDialog
      title={isYou ? 'Your role' : `Role of ${name}`}
      submitLabel="Change role"
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <Select
        label="Role"
        options={roleOptions}
        data-focus-first
        hint={`${roleLabels[form.watch('role')].may} ${effect}`.trim()}
        {...bind('role')}
      />
    </PromptDialog>
  );
}
