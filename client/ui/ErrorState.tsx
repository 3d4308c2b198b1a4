import { frame } from '#shared/words/en/frame.ts';
import { useTranslated, useWords } from '../words.ts';
import { Button } from './Button.tsx';
import styles from './State.module.css';

interface ErrorStateProps {
  title: string;
  /** Heading level of the title; without a level, the title is not a heading. */
  level?: 1 | 2 | 3;
  /** May be a message of an answer; it is then shown in the language of the page. */
  text?: string;
  onRetry?: () => void;
  busy?: boolean;
}

/** Reports a failure. With `onRetry`, it has a button to try again. */
export function ErrorState({ title, level, text, onRetry, busy = false }: ErrorStateProps) {
  const words = useWords(frame);
  const translated = useTranslated();
  const Title = level ? (`h${level}` as const) : 'p';
  return (
    <div className={`${styles.state} ${styles.failed}`} role="alert">
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{translated(text)}</p>}
      {onRetry && (
        <div className={styles.action}>
          <Button variant="quiet" onClick={onRetry} busy={busy} busyLabel={words('state.tryingAgain')}>
            {words('state.tryAgain')}
          </Button>
        </div>
      )}
    </div>
  );
}
