import type { ReactNode } from 'react';
import { limits } from '#shared/limits.ts';
import { addPasskeySchema, passkeyNameMax, withPasswordSchema } from '#shared/schemas/second-step.ts';
import { problemOf, problemsOf } from '../../../forms/form-rules.ts';
import { PromptDialog, usePrompt } from '../../../forms/PromptDialog.tsx';
import { PasswordField, TextField } from '../../../ui/fields/TextField.tsx';

interface Typed {
  name: string;
  current_password: string;
}

export interface PasswordDialogProps {
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  destroys?: boolean;
  /** Suggested name of a new passkey. If set, the dialog also asks for a name. */
  name?: string;
  /** Email address of the account, which password managers need as the account's name. */
  email?: string;
  /** Carries out the protected action. If it throws, the dialog shows the error and the input stays. */
  onConfirm: (typed: Typed) => Promise<void>;
  onClose: () => void;
}

/**
 * Asks for the password again before a change to the account's security. In a file of its own, because two screens use it:
 * the chunk that every admin screen loads would otherwise include the whole screen of the own account.
 */
export function PasswordDialog(props: PasswordDialogProps) {
  const { children, confirmLabel, name, email, onConfirm, ...dialog } = props;
  const { form, bind } = usePrompt<Typed>({ name: name ?? '', current_password: '' }, (typed) => ({
    ...(name !== undefined && { name: problemOf(addPasskeySchema.shape.name, typed.name) }),
    ...problemsOf<Typed>(withPasswordSchema, typed),
  }));

  return (
    <PromptDialog {...dialog} submitLabel={confirmLabel} form={form} onSubmit={onConfirm}>
      {children}
      <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      {name !== undefined && (
        <TextField
          label="Name"
          hint="A name to recognise it by, such as the device."
          dir="auto"
          maxLength={passkeyNameMax}
          {...bind('name')}
        />
      )}
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        data-focus-first
        maxLength={limits.password}
        {...bind('current_password')}
      />
    </PromptDialog>
  );
}
