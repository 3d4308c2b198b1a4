import { Button } from './Button.tsx';
import styles from './State.module.css';

interface ErrorStateProps {
  title: string;
  /** The level of the title as a heading; no heading by default. */
  level?: 1 | 2 | 3;
  text?: string;
  onRetry?: () => void;
  busy?: boolean;
}

/** Reports a failure, and offers to try again where that makes sense. */
export function ErrorState({ title, level, text, onRetry, busy = false }: ErrorStateProps) {
  const Title = level ? (`h${level}` as const) : 'p';
  return (
    <div className={`${styles.state} ${styles.failed}`} role="alert">
      <Title className={styles.title}>{title}</Title>
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
