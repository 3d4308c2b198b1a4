import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Person } from '#shared/schemas/person.ts';
import { callApi, callOrThrow } from '../../api/call.ts';
import { useHostSupports } from '../../api/host-support.ts';
import { outcomeOf } from '../../api/outcome.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { notify } from '../../ui/toast.ts';
import { usePageNumber } from '../../use-page-number.ts';
import { PasswordDialog } from '../shared/account-security/PasswordDialog.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { PagedList } from '../shared/PagedList.tsx';
import { InviteForm } from './InviteForm.tsx';
import styles from './PeopleScreen.module.css';
import { PeopleTable, PeopleTableSkeleton } from './PeopleTable.tsx';
import { refreshPeople, usePeople } from './people-queries.ts';
import { RoleDialog } from './RoleDialog.tsx';

type OpenDialog = { kind: 'invite' } | { kind: 'role' | 'free' | 'remove'; person: Person };

export const loader = guardedLoader(() => {});

/** The people who may sign in: their roles, open invitations, and when each was last active. */
export function Component() {
  const isOffered = useHostSupports('getPeople');
  if (isOffered === false) {
    return <NoPeople title="Your API host manages the accounts" text={deskMessages['people.notOffered']} />;
  }
  return <People isOffered={isOffered === true} />;
}

function NoPeople(why: { title: string; text: string }) {
  return (
    <>
      <PageTitle>People</PageTitle>
      <ScreenHeader title="People" />
      <EmptyState {...why} />
    </>
  );
}

/**
 * The list of people with its dialogs. Fetches the people only if the host is known to support the call
 * (`isOffered`).
 */
function People({ isOffered }: { isOffered: boolean }) {
  const [page, showPage] = usePageNumber();
  const [dialog, setDialog] = useState<OpenDialog>();
  const list = usePeople(page, isOffered);
  const resend = useResend();
  const close = () => setDialog(undefined);
  const { links, mails } = list.data ?? {};

  return (
    <>
      <PageTitle>People</PageTitle>
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
      <PagedList
        list={list}
        what="people"
        label="Pages of people"
        page={page}
        showPage={showPage}
        skeleton={<PeopleTableSkeleton />}
        empty={<EmptyState title="No people" />}
      >
        {({ data }, stale) => (
          <PeopleTable
            people={data}
            stale={stale}
            onRole={(person) => setDialog({ kind: 'role', person })}
            onResend={(person) => void resend(person)}
            onFree={(person) => setDialog({ kind: 'free', person })}
            onRemove={(person) => setDialog({ kind: 'remove', person })}
          />
        )}
      </PagedList>
      {dialog?.kind === 'invite' && <InviteForm onClose={close} />}
      {dialog?.kind === 'role' && <RoleDialog person={dialog.person} onClose={close} />}
      {dialog?.kind === 'free' && (
        <FreeDialog
          person={dialog.person}
          email={list.data?.data.find(({ is_you }) => is_you)?.email}
          onClose={close}
        />
      )}
      {dialog?.kind === 'remove' && <RemoveDialog person={dialog.person} onClose={close} />}
    </>
  );
}

function useResend() {
  const queries = useQueryClient();
  return async ({ id }: Person) => {
    const result = await outcomeOf(callApi('resendInvite', { params: { id } }));
    if (result.done) notify.success(deskMessages['people.invited']);
    else notify.error(result.reason);
    refreshPeople(queries);
  };
}

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
        refreshPeople(queries);
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

/**
 * Asks for confirmation before a person's access is ended or an invitation is withdrawn, because neither action can
 * be undone.
 */
function RemoveDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const queries = useQueryClient();
  const isInvited = person.state === 'invited';
  const confirm = async () => {
    const result = await outcomeOf(callApi('removePerson', { params: { id: person.id } }));
    if (result.done) notify.success(deskMessages[isInvited ? 'people.inviteRevoked' : 'people.removed']);
    else notify.error(result.reason);
    refreshPeople(queries);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={isInvited ? 'Revoke the invitation?' : `Remove ${person.name}?`}
      text={
        isInvited
          ? `The link that was mailed to ${person.email} will no longer work.`
          : `${person.email} is signed out everywhere and can no longer sign in. What they wrote stays.`
      }
      confirmLabel={isInvited ? 'Revoke' : 'Remove'}
      busyLabel={isInvited ? 'Revoking...' : 'Removing...'}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
