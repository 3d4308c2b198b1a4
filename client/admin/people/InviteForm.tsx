import { useQueryClient } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type Invite, inviteSchema } from '#shared/schemas/person.ts';
import { callApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { notify } from '../../ui/toast.ts';
import { roleLabels, roleOptions } from './labels.ts';

/** Invites a person by mail. The input is not lost if the call fails or the tab is closed. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const state = useResourceForm<Invite>({
    draftKey: 'person:new',
    stored: { name: '', email: '', role: 'editor' },
    rules: inviteSchema.shape,
    save: (body, { signal }) => callApi('invitePerson', { body, signal }),
    onSaved: ({ message }) => {
      refresh(queries, 'person');
      notify.success(message ?? deskMessages['people.invited']);
      onClose();
    },
  });
  const { form, busy } = state;
  const bind = bindFields(form, busy);
  return (
    <FormDialog
      title="Invite a person"
      size="small"
      submitLabel="Send invitation"
      busyLabel={messages['busy.submitting']}
      state={state}
      onClose={onClose}
    >
      <TextField label="Name" dir="auto" maxLength={limits.line} autoComplete="off" {...bind('name')} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.email}
        autoComplete="off"
        hint="They get a link that works once, for 7 days."
        {...bind('email')}
      />
      <Select
        label="Role"
        options={roleOptions}
        hint={roleLabels[form.watch('role')].may}
        {...bind('role')}
      />
    </FormDialog>
  );
}
