import encodeQr from 'qr';
import { limits } from '#shared/limits.ts';
import { totpCodeSchema } from '#shared/schemas/second-step.ts';
import { callOrThrow } from '../../../api/call.ts';
import { problemsOf } from '../../../forms/form-rules.ts';
import { PromptDialog, usePrompt } from '../../../forms/PromptDialog.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from './AccountSecurity.module.css';

/** Width of the empty margin around the code, in dots; scanners need the margin (ISO/IEC 18004 §5.3.8). */
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
export function ConfirmAppDialog({ start, onAdded, onClose }: ConfirmAppDialogProps) {
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
