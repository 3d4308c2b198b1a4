import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type SecondStep, secondStepNeeded } from '#shared/schemas/second-step.ts';
import { type Credentials, loginSchema } from '#shared/schemas/session.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { hostCallsQuery, useHostSupports } from '../../api/host-support.ts';
import { signIn, signInBy } from '../../api/session.ts';
import { problemsOf, resolverOf } from '../../forms/form-rules.ts';
import { placeErrors } from '../../forms/use-sending.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { askForPasskey, knowsPasskeys } from '../shared/passkeys.ts';
import { SecondStepForm } from './SecondStepForm.tsx';

interface LoginFormProps {
  /** The form stays busy until the promise settles. */
  onSignedIn: () => unknown;
  /** Initial value of the email field. */
  email?: string;
}

/**
 * Asks for the email address (or the user name, on a host that uses those) and the password, then for the second step
 * if the account has one. After a failure, the input stays and the error is shown.
 */
export function LoginForm({ onSignedIn, email = '' }: LoginFormProps) {
  const [methods, setMethods] = useState<readonly SecondStep[]>();
  const byName = useQuery(hostCallsQuery).data?.login_name === 'user_name';
  // On a host that uses user names, the email address must not be filled in.
  const known = byName ? '' : email;
  const form = useForm<Credentials>({
    resolver: resolverOf((typed) => problemsOf<Credentials>(loginSchema, typed)),
    defaultValues: { email: known, password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const worded = (text: string | undefined) => (byName && text && inNames[text]) || text;
  const failure = worded(errors.root?.message);

  const submit = form.handleSubmit(async (typed) => {
    try {
      await signIn(loginSchema.parse(typed));
    } catch (error) {
      const needed = stepsOf(error);
      if (needed) return setMethods(needed);
      const { message, fieldErrors } = translateError(error);
      form.setError('root', { message });
      const { first } = placeErrors(form, fieldErrors, { fields: ['email', 'password'] });
      form.setFocus(first ?? 'password', { shouldSelect: !first });
      return;
    }
    await onSignedIn();
  });

  function backToPassword(reason?: string) {
    setMethods(undefined);
    form.clearErrors();
    if (reason) form.setError('root', { message: reason });
  }

  if (methods) {
    return <SecondStepForm methods={methods} onSignedIn={onSignedIn} onBack={backToPassword} />;
  }
  return (
    <div className="stack5">
      <form className="stack5" onSubmit={(event) => void submit(event)} noValidate aria-label="Sign in">
        {failure && <Notice>{failure}</Notice>}
        <TextField
          label={byName ? 'User name' : 'Email'}
          {...(!byName && ({ type: 'email', inputMode: 'email' } as const))}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.email}
          error={worded(errors.email?.message)}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-focus-first={known ? '' : undefined}
          maxLength={limits.password}
          error={worded(errors.password?.message)}
          {...form.register('password')}
        />
        <Button type="submit" busy={isSubmitting} busyLabel={messages['busy.submitting']}>
          Sign in
        </Button>
      </form>
      <PasskeySignIn onSignedIn={onSignedIn} onFailed={(message) => form.setError('root', { message })} />
    </div>
  );
}

interface PasskeySignInProps extends Pick<LoginFormProps, 'onSignedIn'> {
  onFailed: (message: string) => void;
}

/**
 * Button for signing in with a passkey, if site and browser support passkeys. Placed below the fields for email and
 * password, so that nothing moves when the button appears.
 */
function PasskeySignIn({ onSignedIn, onFailed }: PasskeySignInProps) {
  const offered = useHostSupports('passkeyLogin') === true && knowsPasskeys();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => signInBy('passkeyLogin', { passkey: await askForPasskey() }),
    onSuccess: () => onSignedIn(),
    onError: (error) => onFailed(translateError(error).message),
  });
  if (!offered) return null;
  return (
    <Button variant="quiet" onClick={() => mutate()} busy={isPending} busyLabel={messages['busy.submitting']}>
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
function stepsOf(error: unknown): readonly SecondStep[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'login.secondStep') return undefined;
  return secondStepNeeded.safeParse(error.data).data?.methods;
}
