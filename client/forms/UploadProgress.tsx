import { messages } from '#shared/messages.ts';
import { forms } from '#shared/words/en/forms.ts';
import type { UploadSent } from '../api/upload.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { useTranslated, useWords } from '../words.ts';
import styles from './UploadProgress.module.css';

/** Uploads with fewer bytes show no progress, because they are done before a person could read the text. */
const shownFromBytes = 200_000;

/**
 * Shows how much of a form is uploaded. An upload that is complete cannot be cancelled: the BFF forwards a form as
 * soon as it is complete, and the host then processes it.
 */
export function UploadProgress({ sent, onCancel }: { sent: UploadSent | undefined; onCancel: () => void }) {
  const translated = useTranslated();
  const words = useWords(forms);
  if (!sent || sent.total < shownFromBytes) return null;
  const whole = sent.loaded >= sent.total;
  return (
    <div className={styles.progress}>
      <ProgressBar
        label={translated(messages[whole ? 'upload.working' : 'upload.sending'])}
        value={sent.loaded}
        max={sent.total}
        onCancel={whole ? undefined : onCancel}
        cancelLabel={words('form.cancelUpload')}
      />
    </div>
  );
}
