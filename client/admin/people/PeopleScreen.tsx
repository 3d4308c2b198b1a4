import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type Invite, inviteSchema, type Person } from '#shared/schemas/person.ts';
import { languageOf } from '#shared/text-direction.ts';
import { callOrThrow } from '../../api/call.ts';
import { listQuery, refresh } from '../../api/call-query.ts';
import { PromptDialog, usePrompt } from '../../forms/PromptDialog.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatAge, formatLocalDay } from '../../ui/dates.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { EditIcon, KeyIcon, MailIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { notify } from '../../ui/toast.ts';
import { PasswordDialog } from '../shared/account-security/PasswordDialog.tsx';
import { CallForm, useCall, useQuestion } from '../shared/calls.tsx';
import { DataList } from '../shared/DataList.tsx';
import { useListParams } from '../shared/PagedList.tsx';
import rows from '../shared/rows.module.css';
import { roleLabels, roleOptions } from './labels.ts';
import styles from './PeopleScreen.module.css';

type OpenDialog = { kind: 'invite' } | { kind: 'role' | 'free'; person: Person };

/** The people who may sign in: their roles, open invitations, and when each was last active. */
export function Component() {
  const params = useListParams();
  const [dialog, setDialog] = useState<OpenDialog>();
  const list = useQuery(listQuery('getPeople', { page: params.filters.page }));
  const invite = useCall('resendInvite', { done: deskMessages['people.invited'], refresh: 'getPeople' });
  const removal = useCall('removePerson', { done: deskMessages['people.removed'], refresh: 'getPeople' });
  const [askToRemove, question] = useQuestion((person: Person) => ({
    ...removalWords(person),
    onConfirm: () =>
      removal.make(
        { params: { id: person.id } },
        person.state === 'invited' ? deskMessages['people.inviteRevoked'] : undefined,
      ),
  }));
  const close = () => setDialog(undefined);
  const { links, mails } = list.data ?? {};

  return (
    <>
      <ScreenHeader
        title="People"
        actions={
          <Button onClick={() => setDialog({ kind: 'invite' })} disabled={links !== true}>
            <PlusIcon /> Invite a person
          </Button>
        }
      />
      {links === false && <p className={styles.note}>{deskMessages['people.noPublicUrl']}</p>}
      {links && mails === 'queued' && (
        <p className={styles.note}>
          SMTP_URL is not set on this server, so mails wait: invitations and links for new passwords go out
          when it is.
        </p>
      )}
      <DataList
        list={list}
        params={params}
        name="People"
        what="people"
        one="person"
        empty={{ title: 'No people' }}
        columns={columns}
        titleOf={({ name }) => name}
        actions={(person) => {
          const isInvited = person.state === 'invited';
          const opens = (kind: 'role' | 'free') => () => setDialog({ kind, person });
          const change = { label: 'Change role', Icon: EditIcon, onSelect: opens('role') };
          const again = {
            label: 'Send the invitation again',
            Icon: MailIcon,
            onSelect: () => void invite.make({ params: { id: person.id } }),
          };
          const free = { label: 'Remove the second step', Icon: KeyIcon, onSelect: opens('free') };
          const remove = {
            label: isInvited ? 'Revoke the invitation' : 'Remove',
            Icon: TrashIcon,
            danger: true,
            onSelect: () => askToRemove(person),
          };
          // In the row of the signed-in admin, only the role can be changed. Ending this admin's access takes another
          // owner, and the second step is changed on the account page.
          if (person.is_you) return [change];
          return [change, ...(isInvited ? [again] : []), ...(person.has_second_step ? [free] : []), remove];
        }}
      />
      {dialog?.kind === 'invite' && <InviteForm onClose={close} />}
      {dialog?.kind === 'role' && <RoleDialog person={dialog.person} onClose={close} />}
      {dialog?.kind === 'free' && (
        <FreeDialog
          person={dialog.person}
          email={list.data?.data.find(({ is_you }) => is_you)?.email}
          onClose={close}
        />
      )}
      {question}
    </>
  );
}

const roleOf = ({ role }: Person) => roleLabels[role].label;

function lastSeen({ state, last_sign_in_at: last, invite_ends_at: end }: Person) {
  if (state === 'active') return last ? formatAge(last) : 'Never';
  const works = end !== null && Date.parse(end) > Date.now();
  return works ? `Invitation until ${formatLocalDay(end)}` : 'The invitation is over';
}

const columns = [
  {
    head: 'Name',
    cell: (person: Person) => (
      <>
        <span className={styles.who}>
          <bdi lang={languageOf(person.name)}>{person.name}</bdi>
          {person.is_you && <Badge tone="success">You</Badge>}
          {person.state === 'invited' && <Badge tone="signal">Invited</Badge>}
          {person.has_second_step && <Badge>Second step</Badge>}
        </span>
        <span className={styles.email}>{person.email}</span>
        <span className={rows.onPhones}>{roleOf(person)}</span>
        <span className={rows.onPhones}>
          {person.state === 'active' && 'Last sign-in: '}
          {lastSeen(person)}
        </span>
      </>
    ),
  },
  { head: 'Role', cell: roleOf, className: rows.wide },
  { head: 'Last sign-in', cell: lastSeen, className: rows.wide },
];

interface FreeDialogProps {
  person: Person;
  /** Email address of the signed-in admin, if known. The dialog asks for the password of this account. */
  email: string | undefined;
  onClose: () => void;
}

/** Removes passkeys, authenticator app and recovery codes from the account of a person who has lost them. */
function FreeDialog({ person: { id, name, email: theirs }, email, onClose }: FreeDialogProps) {
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
function removalWords({ state, name, email }: Person) {
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
function InviteForm({ onClose }: { onClose: () => void }) {
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
function RoleDialog({ person, onClose }: { person: Person; onClose: () => void }) {
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
