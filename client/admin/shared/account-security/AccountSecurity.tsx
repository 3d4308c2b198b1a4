import { useQuery, useQueryClient } from '@tanstack/react-query';
import encodeQr from 'qr';
import { type ReactNode, useId, useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { type AccountSecurity as Security, totpCodeSchema } from '#shared/schemas/second-step.ts';
import { callOrThrow } from '../../../api/call.ts';
import { callQuery, refresh } from '../../../api/call-query.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { problemsOf } from '../../../forms/form-rules.ts';
import { PromptDialog, usePrompt } from '../../../forms/PromptDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { formatAge, formatMoment } from '../../../ui/dates.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { notify } from '../../../ui/toast.ts';
import { useFocusWhenGone } from '../../../ui/use-focus-when-gone.ts';
import { Placeholders, QueryFailed } from '../PagedList.tsx';
import { knowsPasskeys, makePasskey } from '../passkeys.ts';
import rows from '../rows.module.css';
import styles from './AccountSecurity.module.css';
import { PasswordDialog, type PasswordDialogProps } from './PasswordDialog.tsx';

type Passkey = Security['passkeys'][number];

/** A change that asks for the password, by the call that makes it. */
type Change = 'startTotp' | 'addPasskey' | 'removeTotp' | 'removePasskey' | 'newRecoveryCodes';

/** The dialog that is open. */
type Step =
  | { is: Change; passkey?: Passkey }
  | { is: 'confirmTotp'; start: { key: string; uri: string } }
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
  const [step, setStep] = useState<Step>();
  if (!isThere) return null;

  const close = () => setStep(undefined);
  /** Reports a change in a toast, and shows the recovery codes that the change returned. */
  function done(text: string, codes: readonly string[] = []) {
    refresh(queries, 'accountSecurity');
    notify.success(text);
    setStep(codes.length > 0 ? { is: 'codes', codes } : undefined);
  }

  return (
    <AccountSection title="Signing in">
      <p className={styles.text}>
        With an app or a passkey, your password alone is not enough to sign in. You are notified of every
        change here by mail.
      </p>
      {data ? (
        <Factors security={data} onStep={setStep} />
      ) : error ? (
        <QueryFailed what="sign-in settings" query={query} />
      ) : (
        <Placeholders what="your sign-in settings" heights={['9rem']} />
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

function StepDialog({ step, email, onStep, onClose, onDone }: StepDialogProps) {
  if (step.is === 'confirmTotp') {
    return (
      <ConfirmAppDialog
        start={step.start}
        onClose={onClose}
        onAdded={(codes) => onDone(deskMessages['secondStep.totpAdded'], codes)}
      />
    );
  }
  if (step.is === 'codes') return <CodesDialog codes={step.codes} onClose={onClose} />;
  const { is, passkey } = step;
  const { explanation, ...dialog } = changes[is];
  return (
    <PasswordDialog
      key={is}
      {...dialog}
      title={passkey ? `Remove the passkey “${passkey.name}”?` : dialog.title}
      email={email}
      onClose={onClose}
      onConfirm={async ({ name, current_password }) => {
        if (is === 'startTotp') {
          const { data: start } = await callOrThrow(is, { body: { current_password } });
          return start && onStep({ is: 'confirmTotp', start });
        }
        const body =
          is === 'addPasskey' ? { name, passkey: await makePasskey(current_password) } : { current_password };
        const { message = '', data } = await callOrThrow(is, { params: { id: passkey?.id ?? 0 }, body });
        onDone(message, (data as { recovery_codes?: string[] } | null)?.recovery_codes);
      }}
    >
      {explanation && <p className={styles.text}>{explanation}</p>}
    </PasswordDialog>
  );
}

const removing = { confirmLabel: 'Remove', busyLabel: 'Removing...', destroys: true };

const changes: Record<
  Change,
  Pick<PasswordDialogProps, 'title' | 'confirmLabel' | 'busyLabel' | 'destroys' | 'name'> & {
    explanation?: string;
  }
> = {
  startTotp: {
    title: 'Add an authenticator app',
    explanation: 'Use any app that shows six-digit codes.',
    confirmLabel: 'Continue',
  },
  addPasskey: {
    title: 'Add a passkey',
    explanation:
      'Your browser asks for your finger, your face or a PIN. From then on, that is enough to sign in.',
    confirmLabel: 'Create the passkey',
    name: 'This device',
  },
  removeTotp: { ...removing, title: 'Remove the authenticator app?' },
  removePasskey: { ...removing, title: 'Remove the passkey?' },
  newRecoveryCodes: {
    title: 'Make new recovery codes?',
    explanation: 'Your current codes will no longer work.',
    confirmLabel: 'Make new codes',
  },
};

/** Shows the recovery codes, so that the admin can copy, print or write them down. They are shown only once. */
function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [said, setSaid] = useState('');
  async function copy() {
    const isCopied = await copyText(codes.join('\n'));
    setSaid(
      isCopied ? 'Copied' : 'This browser does not allow copying. Select the codes and copy them by hand.',
    );
  }
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
      <div className="stack4">
        <p className={styles.text}>
          Store these codes away from your phone. Each works once, when you have no other second step. They
          are not shown again.
        </p>
        <ul className={styles.codes} aria-label="Recovery codes" translate="no">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="row3">
          <Button variant="quiet" onClick={() => void copy()}>
            Copy the codes
          </Button>
          <span role="status">{said}</span>
        </div>
      </div>
    </Dialog>
  );
}

function Factors({ security, onStep }: { security: Security; onStep: (step: Step) => void }) {
  const { totp, passkeys, recovery_codes: codes, no_passkeys: refused } = security;
  const why = refused ?? (knowsPasskeys() ? undefined : 'This browser does not support passkeys.');
  return (
    <ul className={rows.ruled}>
      <Entry
        name="Authenticator app"
        facts={totp ? `Added ${formatMoment(totp.created_at)}` : 'None'}
        action={
          <Button variant="quiet" onClick={() => onStep({ is: totp ? 'removeTotp' : 'startTotp' })}>
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
          facts={codes === 0 ? 'None is left: make new ones' : `${codes} of 10 left`}
          action={
            <Button variant="quiet" onClick={() => onStep({ is: 'newRecoveryCodes' })}>
              Make new codes
            </Button>
          }
        />
      )}
    </ul>
  );
}

/** Width of the empty margin around the code, in dots; scanners need the margin (ISO/IEC 18004:2015 §6.3.8). */
const quiet = 4;

interface ConfirmAppDialogProps {
  /** Secret of the authenticator app: in base32, and as the URI that the app reads from the QR code. */
  start: { key: string; uri: string };
  /**
   * Called when the app has been added. `codes` are the first recovery codes; the list is empty if the account
   * already had some.
   */
  onAdded: (codes: readonly string[]) => void;
  onClose: () => void;
}

/**
 * Shows the QR code of a new authenticator app and asks for the first code. The app is active only after this code.
 */
function ConfirmAppDialog({ start, onAdded, onClose }: ConfirmAppDialogProps) {
  const { form, bind } = usePrompt<{ code: string }>({ code: '' }, (typed) =>
    problemsOf(totpCodeSchema, typed),
  );

  async function confirm(typed: { code: string }) {
    const { data } = await callOrThrow('confirmTotp', { body: totpCodeSchema.parse(typed) });
    onAdded(data?.recovery_codes ?? []);
  }

  return (
    <PromptDialog
      title="Scan this with your app"
      submitLabel="Add the app"
      form={form}
      onSubmit={confirm}
      onClose={onClose}
    >
      {/* Dark on light in every theme, because not all scanners accept the inverse. */}
      <img
        className={styles.qr}
        src={`data:image/svg+xml,${encodeURIComponent(encodeQr(start.uri, 'svg', { border: quiet }))}`}
        alt="QR code for your authenticator app"
      />
      <div>
        <p className={styles.text}>Or type this key into the app:</p>
        <p className={styles.key} translate="no">
          {start.key.replace(/.{4}(?=.)/g, '$& ')}
        </p>
      </div>
      <TextField
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-focus-first
        maxLength={limits.line}
        {...bind('code')}
      />
    </PromptDialog>
  );
}

interface AccountSectionProps {
  title: string;
  children: ReactNode;
}

/** A section of the admin's own account, with its heading. */
export function AccountSection({ title, children }: AccountSectionProps) {
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusWhenGone(section, heading);
  return (
    <section className="stack4" aria-labelledby={titleId} ref={section}>
      <h2 className="type-heading" id={titleId} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface EntryProps {
  name: ReactNode;
  facts: ReactNode;
  /** Button or menu for an action on the entry. */
  action?: ReactNode;
}

export function Entry({ name, facts, action }: EntryProps) {
  return (
    <li>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        <p className="note">{facts}</p>
      </div>
      {action}
    </li>
  );
}
