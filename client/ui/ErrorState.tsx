import { Button } from './Button.tsx';
import styles from './State.module.css';

interface ErrorStateProps {
  title: string;
  /** Heading level of the title; without a level, the title is not a heading. */
  level?: 1 | 2 | 3;
  text?: string;
  onRetry?: () => void;
  busy?: boolean;
}

/** Reports a failure. With `onRetry`, it has a button to try again. */
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
