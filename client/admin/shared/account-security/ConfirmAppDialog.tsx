import { useForm } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import { totpCodeSchema } from '#shared/schemas/second-step.ts';
import { callOrThrow } from '../../../api/call.ts';
import { bindFields } from '../../../forms/bind-fields.ts';
import { problemsOf, resolverOf } from '../../../forms/form-rules.ts';
import { PromptDialog } from '../../../forms/PromptDialog.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from './AccountSecurity.module.css';
import { QrCode } from './QrCode.tsx';

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
export function ConfirmAppDialog({ start, onAdded, onClose }: ConfirmAppDialogProps) {
  const form = useForm<{ code: string }>({
    resolver: resolverOf((typed) => problemsOf<{ code: string }>(totpCodeSchema, typed)),
    defaultValues: { code: '' },
  });
  const { isSubmitting: busy } = form.formState;
  const bind = bindFields(form, busy);

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
      <QrCode text={start.uri} label="QR code for your authenticator app" />
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
