import { messages } from '#shared/messages.ts';
import type { UploadSent } from '../api/upload.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './UploadProgress.module.css';

/** Less than this is sent before anybody could read of it. */
const shownFromBytes = 200_000;

/**
 * How much of the form is on the server. Once all of it is there, the server works and can no longer be told to stop: the
 * BFF passes a form on when it is whole.
 */
export function UploadProgress({ sent, onCancel }: { sent: UploadSent | undefined; onCancel: () => void }) {
  if (!sent || sent.total < shownFromBytes) return null;
  const whole = sent.loaded >= sent.total;
  return (
    <div className={styles.progress}>
      <ProgressBar
        label={whole ? messages['upload.working'] : messages['upload.sending']}
        value={sent.loaded}
        max={sent.total}
        onCancel={whole ? undefined : onCancel}
        cancelLabel="Cancel upload"
      />
    </div>
  );
}
