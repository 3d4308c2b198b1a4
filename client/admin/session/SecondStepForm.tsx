import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type SecondStep, secondStepSchema } from '#shared/schemas/second-step.ts';
import { translateError } from '../../api/api-error.ts';
import { signInBy } from '../../api/session.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { problemsOf, resolverOf } from '../../forms/form-rules.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { askForPasskey } from '../shared/passkeys.ts';
import styles from './session-form.module.css';

interface SecondStepFormProps {
  methods: readonly SecondStep[];
  onSignedIn: () => void;
  /**
   * Called to return to the form for the password. `reason` is set if the five minutes for the second step are over.
   */
  onBack: (reason?: string) => void;
}

interface Typed {
  code: string;
  recovery_code: string;
}

const lead: Record<SecondStep, string> = {
  totp: 'Enter the code that your authenticator app shows for this site.',
  passkey: 'Confirm with the passkey of your account.',
  recovery: 'Enter one of the recovery codes that you wrote down. It works once.',
};

const inputs = {
  totp: { label: 'Code', inputMode: 'numeric', autoComplete: 'one-time-code', 'data-focus-first': true },
  recovery: { label: 'Recovery code', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
} as const;

const otherWay: Record<SecondStep, string> = {
  totp: 'Use a code of the app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
};

/**
 * Asks for a code, a recovery code or a passkey after the right password. After a failure, the input stays and the
 * error is shown.
 */
export function SecondStepForm({ methods, onSignedIn, onBack }: SecondStepFormProps) {
  const [way, setWay] = useState<SecondStep | undefined>(methods[0]);
  const form = useForm<Typed>({
    resolver: resolverOf((typed) => problemsOf<Typed>(secondStepSchema, bodyOf(way, typed))),
    defaultValues: { code: '', recovery_code: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const field = way === 'recovery' ? 'recovery_code' : 'code';
  const { setFocus } = form;

  useEffect(() => {
    if (way === 'totp' || way === 'recovery') setFocus(field);
  }, [way, field, setFocus]);

  const send = async (body: () => Promise<unknown>) => {
    try {
      await signInBy('secondStep', await body());
    } catch (error) {
      const { code, message, fieldErrors } = translateError(error);
      if (code === 'secondStep.expired') return onBack(message);
      const text = fieldErrors[field];
      if (text || /^secondStep\./.test(code)) {
        form.setError(field, { message: text ?? message }, { shouldFocus: false });
        form.setFocus(field, { shouldSelect: true });
      } else form.setError('root', { message });
      return;
    }
    onSignedIn();
  };
  const submit = form.handleSubmit((typed) => send(async () => secondStepSchema.parse(bodyOf(way, typed))));
  // True while the browser asks for a passkey. The form is not validated then, because a passkey needs no input.
  const [asking, setAsking] = useState(false);
  const askPasskey = async () => {
    form.clearErrors();
    setAsking(true);
    await send(async () => ({ passkey: await askForPasskey() }));
    setAsking(false);
  };
  const busy = isSubmitting || asking;
  const bind = bindFields(form, busy);

  return (
    <form className="stack5" onSubmit={(event) => void submit(event)} noValidate aria-label="Second step">
      {errors.root && <Notice>{errors.root.message}</Notice>}
      <p className={styles.lead} role="status">
        {deskMessages['login.secondStep']} {way && lead[way]}
      </p>
      {(way === 'totp' || way === 'recovery') && (
        <TextField key={way} maxLength={limits.line} {...inputs[way]} {...bind(field)} />
      )}
      {way === undefined && <Notice>{deskMessages['secondStep.noWay']}</Notice>}
      {way === 'passkey' ? (
        <Button
          onClick={() => void askPasskey()}
          data-focus-first
          busy={busy}
          busyLabel={messages['busy.submitting']}
        >
          Use a passkey
        </Button>
      ) : (
        way && (
          <Button type="submit" busy={busy} busyLabel={messages['busy.submitting']}>
            Sign in
          </Button>
        )
      )}
      <div className="row2">
        {methods
          .filter((each) => each !== way)
          .map((each) => (
            <Button key={each} variant="quiet" disabled={busy} onClick={() => setWay(each)}>
              {otherWay[each]}
            </Button>
          ))}
        <Button variant="quiet" disabled={busy} onClick={() => onBack()}>
          Start again
        </Button>
      </div>
    </form>
  );
}

function bodyOf(way: SecondStep | undefined, { code, recovery_code }: Typed) {
  return way === 'recovery' ? { recovery_code } : { code };
}
