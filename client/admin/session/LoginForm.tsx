import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type Credentials, loginSchema } from '#shared/schemas/session.ts';
import { translateError } from '../../api/api-error.ts';
import { signIn } from '../../api/session.ts';
import { problemsOf, resolverOf } from '../../forms/form-rules.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './session-form.module.css';

interface LoginFormProps {
  onSignedIn: () => void;
  /** Called when a sign-in starts and ends, so that a dialog around the form stays open meanwhile. */
  onBusy?: (busy: boolean) => void;
  /** Fills the email field. */
  email?: string | undefined;
}

/** Email and password. A failed sign-in keeps what was typed and says why it failed. */
export function LoginForm({ onSignedIn, onBusy, email = '' }: LoginFormProps) {
  const form = useForm<Credentials>({
    resolver: resolverOf((typed) => problemsOf<Credentials>(loginSchema, typed)),
    defaultValues: { email, password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const failure = errors.root?.message;

  useEffect(() => onBusy?.(isSubmitting), [isSubmitting, onBusy]);

  const submit = form.handleSubmit(async (typed) => {
    try {
      await signIn(loginSchema.parse(typed));
    } catch (error) {
      const { message, fieldErrors } = translateError(error);
      form.setError('root', { message });
      for (const name of ['password', 'email'] as const) {
        const text = fieldErrors[name];
        if (text) form.setError(name, { message: text }, { shouldFocus: true });
      }
      if (!fieldErrors.email && !fieldErrors.password) form.setFocus('password', { shouldSelect: true });
      return;
    }
    onSignedIn();
  });

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate aria-label="Sign in">
      {failure && <Notice>{failure}</Notice>}
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.email}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        data-focus-first={email ? '' : undefined}
        maxLength={limits.password}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" busy={isSubmitting} busyLabel={messages['busy.submitting']}>
        Sign in
      </Button>
    </form>
  );
}
