import { useQueryClient } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type Invite, inviteSchema, type Person } from '#shared/schemas/person.ts';
import { callOrThrow } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { PromptDialog, usePrompt } from '../../forms/PromptDialog.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { notify } from '../../ui/toast.ts';
import { PasswordDialog } from '../shared/account-security/PasswordDialog.tsx';
import { CallForm } from '../shared/calls.tsx';
import { roleLabels, roleOptions } from './labels.ts';
import styles from './PeopleScreen.module.css';

interface FreeDialogProps {
  person: Person;
  /** Email address of the signed-in admin, if known. The dialog asks for the password of this account. */
  email: string | undefined;
  onClose: () => void;
}

/** Removes passkeys, authenticator app and recovery codes from the account of a person who has lost them. */
export function FreeDialog({ person: { id, name, email: theirs }, email, onClose }: FreeDialogProps) {
  const queries = useQueryClient();
  return (
    <PasswordDialog
      title={`Remove the second step of ${name}?`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      destroys
      email={email}
      onClose={onClose}
      onConfirm={async ({ current_password }) => {
        await callOrThrow('removeSecondStep', { params: { id }, body: { current_password } });
        notify.success(deskMessages['secondStep.takenOff']);
        refresh(queries, 'getPeople');
        onClose();
      }}
    >
      <p>
        Their app, passkeys and recovery codes are removed, and the password alone is enough to sign in as{' '}
        <bdi className={styles.whole}>{theirs}</bdi> until they add one again. Make sure that it is they who
        ask: they are notified by mail.
      </p>
    </PasswordDialog>
  );
}

/** The question before a person's access is ended or an invitation is withdrawn: neither can be undone. */
export function removalWords({ state, name, email }: Person) {
  if (state === 'invited')
    return {
      title: 'Revoke the invitation?',
      text: `The link that was mailed to ${email} will no longer work.`,
      confirmLabel: 'Revoke',
      busyLabel: 'Revoking...',
    };
  return {
    title: `Remove ${name}?`,
    text: `${email} is signed out everywhere and can no longer sign in. What they wrote stays.`,
    confirmLabel: 'Remove',
    busyLabel: 'Removing...',
  };
}

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
      kind="getPeople"
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
      refresh(queries, 'getPeople');
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
