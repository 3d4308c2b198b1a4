import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Person } from '#shared/schemas/person.ts';
import { languageOf } from '#shared/text-direction.ts';
import { listQuery } from '../../api/call-query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatAge, formatLocalDay } from '../../ui/dates.ts';
import { EditIcon, KeyIcon, MailIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { useCall, useQuestion } from '../shared/calls.tsx';
import { DataList } from '../shared/DataList.tsx';
import { useListParams } from '../shared/PagedList.tsx';
import rows from '../shared/rows.module.css';
import { roleLabels } from './labels.ts';
import { FreeDialog, InviteForm, RoleDialog, removalWords } from './PeopleForms.tsx';
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
