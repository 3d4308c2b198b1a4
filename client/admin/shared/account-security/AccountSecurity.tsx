import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { AccountSecurity as Security } from '#shared/schemas/second-step.ts';
import { callOrThrow } from '../../../api/call.ts';
import { useHostTakes } from '../../../api/host-calls.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { formatAge, formatMoment } from '../../../ui/dates.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { notify } from '../../../ui/toast.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { ListFailed } from '../ListFailed.tsx';
import { knowsPasskeys, makePasskey } from '../passkeys.ts';
import { AccountSection, Entries, Entry } from './AccountSection.tsx';
import styles from './AccountSecurity.module.css';
import { ConfirmAppDialog } from './ConfirmAppDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { refreshSecurity, securityQuery } from './security-queries.ts';

type Passkey = Security['passkeys'][number];

/** What is open. */
type Step =
  | { is: 'addApp' | 'removeApp' | 'addPasskey' | 'newCodes' }
  | { is: 'removePasskey'; passkey: Passkey }
  | { is: 'confirmApp'; start: { key: string; uri: string } }
  | { is: 'codes'; codes: readonly string[] };

/** How one signs in besides the password: an authenticator app, passkeys, recovery codes. Nothing over a host that has none of it. */
export function AccountSecurity({ email }: { email: string }) {
  const isThere = useHostTakes('accountSecurity') === true;
  const { data, error, isFetching, refetch } = useQuery({ ...securityQuery, enabled: isThere });
  const queries = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const [step, setStep] = useState<Step>();
  if (!isThere) return null;

  const close = () => setStep(undefined);
  /** Says what was done, and shows the codes that came with it. */
  function done(text: string, codes: readonly string[] = []) {
    refreshSecurity(queries);
    notify.success(text);
    setStep(codes.length > 0 ? { is: 'codes', codes } : undefined);
    // The button that was pressed may be gone.
    title.current?.focus();
  }

  return (
    <AccountSection title="Signing in" ref={title}>
      <p className={styles.text}>
        With an app or a passkey, your password alone is not enough to sign in. Every change here is told to
        you by mail.
      </p>
      {data ? (
        <Factors security={data} onStep={setStep} />
      ) : error ? (
        <ListFailed what="sign-in settings" error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <>
          <VisuallyHidden role="status">Loading your sign-in settings…</VisuallyHidden>
          <Skeleton width="100%" height="9rem" />
        </>
      )}
      {step?.is === 'addApp' && (
        <PasswordDialog
          title="Add an authenticator app"
          confirmLabel="Continue"
          email={email}
          onClose={close}
          onConfirm={async ({ current_password }) => {
            const { data: start } = await callOrThrow('startTotp', { body: { current_password } });
            if (start) setStep({ is: 'confirmApp', start });
          }}
        >
          <p className={styles.text}>Any app that shows six digits for a site will do.</p>
        </PasswordDialog>
      )}
      {step?.is === 'confirmApp' && (
        <ConfirmAppDialog
          start={step.start}
          onClose={close}
          onAdded={(codes) => done(deskMessages['secondStep.totpAdded'], codes)}
        />
      )}
      {step?.is === 'addPasskey' && (
        <PasswordDialog
          title="Add a passkey"
          confirmLabel="Make the passkey"
          name="This device"
          email={email}
          onClose={close}
          onConfirm={async ({ name, current_password }) => {
            const passkey = await makePasskey(current_password);
            const { data: made } = await callOrThrow('addPasskey', { body: { name, passkey } });
            done(deskMessages['passkey.added'], made?.recovery_codes);
          }}
        >
          <p className={styles.text}>
            Your browser asks for your finger, your face or a PIN. From then on that is enough to sign in.
          </p>
        </PasswordDialog>
      )}
      {step?.is === 'removeApp' && (
        <PasswordDialog
          title="Remove the authenticator app?"
          confirmLabel="Remove"
          busyLabel="Removing..."
          destroys
          email={email}
          onClose={close}
          onConfirm={async ({ current_password }) => {
            await callOrThrow('removeTotp', { body: { current_password } });
            done(deskMessages['secondStep.totpRemoved']);
          }}
        />
      )}
      {step?.is === 'removePasskey' && (
        <PasswordDialog
          title={`Remove the passkey “${step.passkey.name}”?`}
          confirmLabel="Remove"
          busyLabel="Removing..."
          destroys
          email={email}
          onClose={close}
          onConfirm={async ({ current_password }) => {
            await callOrThrow('removePasskey', {
              params: { id: step.passkey.id },
              body: { current_password },
            });
            done(deskMessages['passkey.removed']);
          }}
        />
      )}
      {step?.is === 'newCodes' && (
        <PasswordDialog
          title="Make new recovery codes?"
          confirmLabel="Make new codes"
          email={email}
          onClose={close}
          onConfirm={async ({ current_password }) => {
            const { data: made } = await callOrThrow('newRecoveryCodes', { body: { current_password } });
            done(deskMessages['secondStep.codesMade'], made?.recovery_codes);
          }}
        >
          <p className={styles.text}>The codes that you have now work no longer then.</p>
        </PasswordDialog>
      )}
      {step?.is === 'codes' && (
        <Dialog
          open
          title="Your recovery codes"
          onClose={close}
          // They are not shown again: closing them is a choice, no slip of a key.
          dismissable={false}
          footer={
            <Button onClick={close} data-focus-first>
              I have kept them
            </Button>
          }
        >
          <RecoveryCodes codes={step.codes} />
        </Dialog>
      )}
    </AccountSection>
  );
}

function Factors({ security, onStep }: { security: Security; onStep: (step: Step) => void }) {
  const { totp, passkeys, recovery_codes: codes, no_passkeys: refused } = security;
  const why = refused ?? (knowsPasskeys() ? undefined : 'This browser knows no passkeys.');
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
