import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type Invite, inviteSchema } from '#shared/schemas/person.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CallForm } from '../shared/CallForm.tsx';
import { roleLabels, roleOptions } from './labels.ts';

/** Invites a person by mail. The input is not lost if the call fails or the tab is closed. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  return (
    <CallForm<Invite>
      title="Invite a person"
      size="small"
      draftKey="person:new"
      stored={{ name: '', email: '', role: 'editor' }}
      rules={inviteSchema.shape}
      call="invitePerson"
      submitLabel="Send invitation"
      busyLabel={messages['busy.submitting']}
      kind="person"
      onClose={onClose}
    >
      {(bind, { form }) => (
        <>
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
        </>
      )}
    </CallForm>
  );
}
