import { Button } from '../button/Button.tsx';
import styles from '../state/State.module.css';

interface ErrorStateProps {
  title: string;
  text?: string;
  onRetry?: () => void;
  busy?: boolean;
}

/** Something failed; says what, and offers to try again where that makes sense. */
export function ErrorState({ title, text, onRetry, busy = false }: ErrorStateProps) {
  return (
    <div className={`${styles.state} ${styles.failed}`} role="alert">
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {onRetry && (
        <div className={styles.action}>
          <Button variant="quiet" onClick={onRetry} busy={busy} busyLabel="Trying again...">
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
