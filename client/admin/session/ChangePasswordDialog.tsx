import type { z } from 'zod';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { changePasswordSchema } from '#shared/schemas/password.ts';
import { callOrThrow } from '../../api/call.ts';
import { problemsOf } from '../../forms/form-rules.ts';
import { PromptDialog, usePrompt } from '../../forms/PromptDialog.tsx';
import { PasswordField } from '../../ui/fields/TextField.tsx';
import { notify } from '../../ui/toast.ts';

interface ChangePasswordDialogProps {
  /** Email address of the account, which password managers need as the account's name. */
  email?: string;
  onClose: () => void;
}

type PasswordChange = z.infer<typeof changePasswordSchema>;

/**
 * Changes the admin's own password: asks for the current one and a new one. All of the admin's other sessions end.
 */
export function ChangePasswordDialog({ email, onClose }: ChangePasswordDialogProps) {
  const { form, bind } = usePrompt<PasswordChange>({ current_password: '', new_password: '' }, (typed) =>
    problemsOf(changePasswordSchema, typed),
  );

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
        {...bind('current_password')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        maxLength={limits.password}
        hint={`${messageText('password.tooShort', { min: limits.passwordMin })} A few words that only you would put together are easy to remember.`}
        {...bind('new_password')}
      />
    </PromptDialog>
  );
}
