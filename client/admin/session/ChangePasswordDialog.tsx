import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { changePasswordSchema } from '#shared/schemas/password.ts';
import { callOrThrow } from '../../api/call.ts';
import { problemsOf, resolverOf } from '../../forms/form-rules.ts';
import { PromptDialog } from '../../forms/PromptDialog.tsx';
import { PasswordField } from '../../ui/fields/TextField.tsx';
import { notify } from '../../ui/toast.ts';

interface ChangePasswordDialogProps {
  /** Tells password managers whose password it is. */
  email?: string | undefined;
  onClose: () => void;
}

type PasswordChange = z.infer<typeof changePasswordSchema>;

/** The admin's own password: the current one and a new one. Every other session of theirs ends. */
export function ChangePasswordDialog({ email, onClose }: ChangePasswordDialogProps) {
  const form = useForm<PasswordChange>({
    resolver: resolverOf((typed) => problemsOf<PasswordChange>(changePasswordSchema, typed)),
    defaultValues: { current_password: '', new_password: '' },
  });
  const { errors, isSubmitting: busy } = form.formState;

  async function change(body: PasswordChange) {
    await callOrThrow('changePassword', { body });
    notify.success(messages['password.changed']);
    onClose();
  }

  return (
    <PromptDialog
      title="Change password"
      submitLabel="Change password"
      form={form}
      onSubmit={change}
      onClose={onClose}
    >
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
    </PromptDialog>
  );
}
