import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { AccountSecurity as Security } from '#shared/schemas/second-step.ts';
import { callOrThrow } from '../../../api/call.ts';
import { callQuery, refresh } from '../../../api/call-query.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { formatAge, formatMoment } from '../../../ui/dates.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { notify } from '../../../ui/toast.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { QueryFailed } from '../ListFailed.tsx';
import { knowsPasskeys, makePasskey } from '../passkeys.ts';
import { AccountSection, Entries, Entry } from './AccountSection.tsx';
import styles from './AccountSecurity.module.css';
import { ConfirmAppDialog } from './ConfirmAppDialog.tsx';
import { PasswordDialog, type PasswordDialogProps } from './PasswordDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Passkey = Security['passkeys'][number];

/** Steps that ask for the password before a change. */
type PasswordStep = 'addApp' | 'addPasskey' | 'removeApp' | 'removePasskey' | 'newCodes';

/** The dialog that is open. */
type Step =
  | { is: Exclude<PasswordStep, 'removePasskey'> }
  | { is: 'removePasskey'; passkey: Passkey }
  | { is: 'confirmApp'; start: { key: string; uri: string } }
  | { is: 'codes'; codes: readonly string[] };

/**
 * The admin's own second steps: an authenticator app, passkeys and recovery codes. Renders nothing if the host
 * supports none of them.
 */
export function AccountSecurity({ email }: { email: string }) {
  const isThere = useHostSupports('accountSecurity') === true;
  const query = useQuery({
    ...callQuery('accountSecurity'),
    enabled: isThere,
  });
  const { data, error } = query;
  const queries = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const [step, setStep] = useState<Step>();
  if (!isThere) return null;

  const close = () => setStep(undefined);
  /** Reports a change in a toast, and shows the recovery codes that the change returned. */
  function done(text: string, codes: readonly string[] = []) {
    refresh(queries, 'security');
    notify.success(text);
    setStep(codes.length > 0 ? { is: 'codes', codes } : undefined);
    // The button that was pressed may have disappeared, so the focus moves to the heading.
    title.current?.focus();
  }

  return (
    <AccountSection title="Signing in" ref={title}>
      <p className={styles.text}>
        With an app or a passkey, your password alone is not enough to sign in. You are notified of every
        change here by mail.
      </p>
      {data ? (
        <Factors security={data} onStep={setStep} />
      ) : error ? (
        <QueryFailed what="sign-in settings" query={query} />
      ) : (
        <>
          <VisuallyHidden role="status">Loading your sign-in settings…</VisuallyHidden>
          <Skeleton width="100%" height="9rem" />
        </>
      )}
      {step && <StepDialog step={step} email={email} onStep={setStep} onClose={close} onDone={done} />}
    </AccountSection>
  );
}

interface StepDialogProps {
  step: Step;
  email: string;
  onStep: (step: Step) => void;
  onClose: () => void;
  onDone: (text: string, codes?: readonly string[]) => void;
}

function StepDialog(props: StepDialogProps) {
  const { step, email, onClose, onDone } = props;
  if (step.is === 'confirmApp') {
    return (
      <ConfirmAppDialog
        start={step.start}
        onClose={onClose}
        onAdded={(codes) => onDone(deskMessages['secondStep.totpAdded'], codes)}
      />
    );
  }
  if (step.is === 'codes') return <CodesDialog codes={step.codes} onClose={onClose} />;
  const { explanation, ...dialog } = passwordDialogs[step.is](props);
  return (
    <PasswordDialog key={step.is} {...dialog} email={email} onClose={onClose}>
      {explanation && <p className={styles.text}>{explanation}</p>}
    </PasswordDialog>
  );
}

type DialogOf = Pick<
  PasswordDialogProps,
  'title' | 'confirmLabel' | 'busyLabel' | 'destroys' | 'name' | 'onConfirm'
> & { explanation?: string };

const removing = { confirmLabel: 'Remove', busyLabel: 'Removing...', destroys: true };

const passwordDialogs: Record<PasswordStep, (props: StepDialogProps) => DialogOf> = {
  addApp: ({ onStep }) => ({
    title: 'Add an authenticator app',
    explanation: 'Use any app that shows six-digit codes.',
    confirmLabel: 'Continue',
    onConfirm: async ({ current_password }) => {
      const { data: start } = await callOrThrow('startTotp', { body: { current_password } });
      if (start) onStep({ is: 'confirmApp', start });
    },
  }),
  addPasskey: ({ onDone }) => ({
    title: 'Add a passkey',
    explanation:
      'Your browser asks for your finger, your face or a PIN. From then on, that is enough to sign in.',
    confirmLabel: 'Create the passkey',
    name: 'This device',
    onConfirm: async ({ name, current_password }) => {
      const passkey = await makePasskey(current_password);
      const { data: made } = await callOrThrow('addPasskey', { body: { name, passkey } });
      onDone(deskMessages['passkey.added'], made?.recovery_codes);
    },
  }),
  removeApp: ({ onDone }) => ({
    ...removing,
    title: 'Remove the authenticator app?',
    onConfirm: async ({ current_password }) => {
      await callOrThrow('removeTotp', { body: { current_password } });
      onDone(deskMessages['secondStep.totpRemoved']);
    },
  }),
  removePasskey: ({ step, onDone }) => {
    const { id, name } = (step as Step & { is: 'removePasskey' }).passkey;
    return {
      ...removing,
      title: `Remove the passkey “${name}”?`,
      onConfirm: async ({ current_password }) => {
        await callOrThrow('removePasskey', { params: { id }, body: { current_password } });
        onDone(deskMessages['passkey.removed']);
      },
    };
  },
  newCodes: ({ onDone }) => ({
    title: 'Make new recovery codes?',
    explanation: 'Your current codes will no longer work.',
    confirmLabel: 'Make new codes',
    onConfirm: async ({ current_password }) => {
      const { data: made } = await callOrThrow('newRecoveryCodes', { body: { current_password } });
      onDone(deskMessages['secondStep.codesMade'], made?.recovery_codes);
    },
  }),
};

function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      title="Your recovery codes"
      onClose={onClose}
      // Cannot be dismissed by Escape or a click outside, because the codes are never shown again.
      dismissable={false}
      footer={
        <Button onClick={onClose} data-focus-first>
          I have saved them
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}

function Factors({ security, onStep }: { security: Security; onStep: (step: Step) => void }) {
  const { totp, passkeys, recovery_codes: codes, no_passkeys: refused } = security;
  const why = refused ?? (knowsPasskeys() ? undefined : 'This browser does not support passkeys.');
  return (
    <Entries>
      <Entry
        name="Authenticator app"
        facts={totp ? `Added ${formatMoment(totp.created_at)}` : 'None'}
        action={
          <Button variant="quiet" onClick={() => onStep({ is: totp ? 'removeApp' : 'addApp' })}>
            {totp ? 'Remove the app' : 'Add an app'}
          </Button>
        }
      />
      {passkeys.map((passkey) => (
        <Entry
          key={passkey.id}
          name={<bdi>{passkey.name}</bdi>}
          facts={`Passkey, added ${formatMoment(passkey.created_at)}, ${
            passkey.last_used_at ? `last used ${formatAge(passkey.last_used_at)}` : 'never used'
          }`}
          action={
            <Button
              variant="quiet"
              aria-label={`Remove the passkey ${passkey.name}`}
              onClick={() => onStep({ is: 'removePasskey', passkey })}
            >
              Remove
            </Button>
          }
        />
      ))}
      <Entry
        name="Passkeys"
        facts={why ?? (passkeys.length === 0 ? 'None' : 'One for each device that you sign in with')}
        action={
          !why && (
            <Button variant="quiet" onClick={() => onStep({ is: 'addPasskey' })}>
              Add a passkey
            </Button>
          )
        }
      />
      {(totp || passkeys.length > 0) && (
        <Entry
          name="Recovery codes"
          facts={codes === 0 ? 'None is left: make new ones' : `${codes} of 10 are left`}
          action={
            <Button variant="quiet" onClick={() => onStep({ is: 'newCodes' })}>
              Make new codes
            </Button>
          }
        />
      )}
    </Entries>
  );
}
