import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type SecondStep, secondStepNeeded, secondStepSchema } from '#shared/schemas/second-step.ts';
import { type Credentials, loginSchema } from '#shared/schemas/session.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { hostCallsQuery, useHostSupports } from '../../api/host-support.ts';
import { signInBy } from '../../api/session.ts';
import { problemsOf, resolverOf } from '../../forms/form-rules.ts';
import { bindFields } from '../../forms/use-resource-form.ts';
import { placeErrors } from '../../forms/use-sending.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { askForPasskey, knowsPasskeys } from '../shared/passkeys.ts';

interface LoginFormProps {
  /** The form stays busy until the promise settles. */
  onSignedIn: () => unknown;
  /** Initial value of the email field. */
  email?: string;
}

interface Typed extends Credentials {
  code: string;
  recovery_code: string;
}

/** The fields of the password, and those of each second step. */
const fieldsOf: Record<SecondStep | 'password', (keyof Typed)[]> = {
  password: ['email', 'password'],
  totp: ['code'],
  recovery: ['recovery_code'],
  passkey: [],
};

const lead: Record<SecondStep, string> = {
  totp: 'Enter the code that your authenticator app shows for this site.',
  passkey: 'Confirm with the passkey of your account.',
  recovery: 'Enter one of the recovery codes that you wrote down. It works once.',
};

const otherWay: Record<SecondStep, string> = {
  totp: 'Use a code of the app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
};

const sending = messages['busy.submitting'];

/** The state of a sign-in: the way that is tried, and what is typed. */
function useSignIn(onSignedIn: LoginFormProps['onSignedIn'], email: string) {
  /** The second steps of the account, once the password was right. */
  const [methods, setMethods] = useState<readonly SecondStep[]>();
  const [chosen, setChosen] = useState<SecondStep>();
  const way: SecondStep | 'password' | undefined = methods ? (chosen ?? methods[0]) : 'password';
  const fields = way ? fieldsOf[way] : [];
  const schema = methods ? secondStepSchema : loginSchema;
  const bodyOf = (typed: Typed) => Object.fromEntries(fields.map((name) => [name, typed[name]]));
  const form = useForm<Typed>({
    resolver: resolverOf((typed) => problemsOf<Typed>(schema, bodyOf(typed))),
    defaultValues: { email, password: '', code: '', recovery_code: '' },
  });
  // True while the browser asks for a passkey. The form is not validated then, because a passkey needs no input.
  const [asking, setAsking] = useState(false);

  function choose(other: SecondStep) {
    form.clearErrors();
    setChosen(other);
  }

  function startAgain() {
    setMethods(undefined);
    setChosen(undefined);
    form.reset({ ...form.getValues(), code: '', recovery_code: '' });
  }

  /** Signs in. `typed` are the fields that may be wrong. */
  async function attempt(
    call: Parameters<typeof signInBy>[0],
    body: () => unknown,
    typed: (keyof Typed)[] = [],
  ) {
    try {
      await signInBy(call, await body());
    } catch (error) {
      const needed = stepsOf(error);
      if (needed) return setMethods(needed);
      const { code, message, fieldErrors } = translateError(error);
      const isOver = code === 'secondStep.expired';
      if (isOver) startAgain();
      form.setError('root', { message });
      const { first } = placeErrors(form, fieldErrors, { fields: typed });
      const wrong = first ?? typed.at(-1);
      if (wrong && !isOver) form.setFocus(wrong, { shouldSelect: !first });
      return;
    }
    await onSignedIn();
  }

  const [field] = methods ? fields : [];
  const { setFocus } = form;
  useEffect(() => {
    if (field) setFocus(field);
  }, [field, setFocus]);

  return {
    form,
    methods,
    way,
    choose,
    startAgain,
    asking,
    submit: form.handleSubmit((typed) =>
      attempt(methods ? 'secondStep' : 'login', () => schema.parse(bodyOf(typed)), fields),
    ),
    byPasskey: async () => {
      form.clearErrors();
      setAsking(true);
      await attempt(methods ? 'secondStep' : 'passkeyLogin', async () => ({
        passkey: await askForPasskey(),
      }));
      setAsking(false);
    },
  };
}

/**
 * Asks for the email address (or the user name, on a host that uses those) and the password, then for the second step
 * if the account has one. After a failure, the input stays and the error is shown.
 */
export function LoginForm({ onSignedIn, email = '' }: LoginFormProps) {
  const byName = useQuery(hostCallsQuery).data?.login_name === 'user_name';
  // On a host that uses user names, the email address must not be filled in.
  const known = byName ? '' : email;
  const { form, methods, way, asking, byPasskey, ...signIn } = useSignIn(onSignedIn, known);
  const { errors, isSubmitting } = form.formState;
  const busy = isSubmitting || asking;
  const bind = bindFields(form, busy);
  const worded = (text: string | undefined) => (byName && text && inNames[text]) || text;
  return (
    <form
      className="stack5"
      onSubmit={(event) => void signIn.submit(event)}
      noValidate
      aria-label={methods ? 'Second step' : 'Sign in'}
    >
      {errors.root && <Notice>{worded(errors.root.message)}</Notice>}
      {way === 'password' ? (
        <>
          <TextField
            label={byName ? 'User name' : 'Email'}
            {...(!byName && ({ type: 'email', inputMode: 'email' } as const))}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.email}
            {...bind('email')}
            error={worded(errors.email?.message)}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            data-focus-first={known ? '' : undefined}
            maxLength={limits.password}
            {...bind('password')}
            error={worded(errors.password?.message)}
          />
        </>
      ) : (
        <StepFields way={way} bind={bind} />
      )}
      {way === 'passkey' && (
        <Button onClick={() => void byPasskey()} busy={busy} busyLabel={sending}>
          Use a passkey
        </Button>
      )}
      {way && way !== 'passkey' && (
        <Button type="submit" busy={isSubmitting} busyLabel={sending}>
          Sign in
        </Button>
      )}
      {methods ? (
        <div className="row2">
          {methods
            .filter((each) => each !== way)
            .map((each) => (
              <Button key={each} variant="quiet" disabled={busy} onClick={() => signIn.choose(each)}>
                {otherWay[each]}
              </Button>
            ))}
          <Button variant="quiet" disabled={busy} onClick={signIn.startAgain}>
            Start again
          </Button>
        </div>
      ) : (
        <PasskeyButton busy={asking} onClick={() => void byPasskey()} />
      )}
    </form>
  );
}

/** The field of the second step: a code or a recovery code; a passkey has none. */
function StepFields({
  way,
  bind,
}: {
  way: SecondStep | undefined;
  bind: ReturnType<typeof bindFields<Typed>>;
}) {
  return (
    <>
      <p className="soft" role="status">
        {deskMessages['login.secondStep']} {way && lead[way]}
      </p>
      {way === undefined && <Notice>{deskMessages['secondStep.noWay']}</Notice>}
      {way === 'totp' && (
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={limits.line}
          {...bind('code')}
        />
      )}
      {way === 'recovery' && (
        <TextField
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.line}
          {...bind('recovery_code')}
        />
      )}
    </>
  );
}

/** Offered below the fields for email and password, so that nothing moves when it appears. */
function PasskeyButton(props: Pick<ComponentProps<typeof Button>, 'busy' | 'onClick'>) {
  const isOffered = useHostSupports('passkeyLogin') === true && knowsPasskeys();
  if (!isOffered) return null;
  return (
    <Button variant="quiet" busyLabel={sending} {...props}>
      Sign in with a passkey
    </Button>
  );
}

/** Texts that replace the usual ones on hosts where people sign in with a user name instead of an email address. */
const inNames: Record<string, string> = {
  [messages['login.wrong']]: 'This user name and password do not match.',
  [messages['login.fieldsRequired']]: 'Please enter your user name and your password.',
  [messages['login.unseenCharacters']]: 'This user name contains invisible characters. Please type it again.',
};

/**
 * Returns the available second steps if the error says that a second step is needed after the right password;
 * undefined for any other error.
 */
function stepsOf(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'login.secondStep') return undefined;
  return secondStepNeeded.safeParse(error.data).data?.methods;
}
