import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { changePasswordSchema } from '#shared/schemas/password.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { problemsOf, resolverOf } from '../../forms/form-rules.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PasswordField } from '../../ui/fields/TextField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/toast.ts';
import styles from './session-form.module.css';

interface ChangePasswordDialogProps {
  /** Tells password managers whose password it is. */
  email?: string | undefined;
  onClose: () => void;
}

/** The admin's own password: the current one and a new one. Every other session of theirs ends. */
export function ChangePasswordDialog({ email, onClose }: ChangePasswordDialogProps) {
  const { mutateAsync: change } = useChangePassword();
  const formId = useId();
  const form = useForm<PasswordChange>({
    resolver: resolverOf((typed) => problemsOf<PasswordChange>(changePasswordSchema, typed)),
    defaultValues: { current_password: '', new_password: '' },
  });
  const { errors, isSubmitting: busy } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await change(values);
    } catch (error) {
      const { message, fieldErrors } = translateError(error);
      const bad = (['current_password', 'new_password'] as const).filter((name) => fieldErrors[name]);
      for (const name of bad) form.setError(name, { message: fieldErrors[name] ?? '' });
      const [first] = bad;
      if (first) form.setFocus(first, { shouldSelect: true });
      else form.setError('root', { message });
      return;
    }
    notify.success(messages['password.changed']);
    onClose();
  });

  return (
    <Dialog
      open
      title="Change password"
      onClose={onClose}
      dismissable={!busy}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel={messages['busy.submitting']}>
            Change password
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        id={formId}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label="Change password"
      >
        {errors.root && <Notice>{errors.root.message}</Notice>}
        <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          data-focus-first
          maxLength={limits.password}
          readOnly={busy}
          error={errors.current_password?.message}
          {...form.register('current_password')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          maxLength={limits.password}
          readOnly={busy}
          hint={`${messageText('password.tooShort', { min: limits.passwordMin })} A few words that only you would put together are easy to remember.`}
          error={errors.new_password?.message}
          {...form.register('new_password')}
        />
      </form>
    </Dialog>
  );
}

export type PasswordChange = z.infer<typeof changePasswordSchema>;

/**
 * Changes the admin's own password. Throws `ApiError`: fields.invalid (422, e.g. a wrong current password), login.throttled
 * (429, after several wrong ones). The passwords are not cached (`gcTime`).
 */
function useChangePassword() {
  return useMutation({
    gcTime: 0,
    mutationFn: async (body: PasswordChange) => {
      const answer = await callApi('changePassword', { body });
      if (answer.status === 1) return;
      throw new ApiError(answer.code ?? 'request.failed', 200, {
        ...(answer.message && { message: answer.message }),
      });
    },
  });
}
