import type { Message } from '#shared/schemas/message.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import styles from './ReplyBar.module.css';

interface ReplyBarProps {
  message: Message;
  onReplied: () => void;
  onDismiss: () => void;
}

/** After "Reply": nobody but the reader knows whether the mail was sent. */
export function ReplyBar({ message: { status, email }, onReplied, onDismiss }: ReplyBarProps) {
  const done = status === 'replied';
  return (
    <div className={styles.bar} role="status">
      <p className={styles.words}>
        {done ? (
          'Marked as replied.'
        ) : (
          <>
            Your mail program opens with the reply. If it does not, write to{' '}
            <bdi className={styles.address}>{email}</bdi>.
          </>
        )}
      </p>
      <div className={styles.actions}>
        {!done && (
          <Button onClick={onReplied}>
            <CheckIcon /> Mark as replied
          </Button>
        )}
        <Button variant="quiet" onClick={onDismiss}>
          {done ? 'Close' : 'Not now'}
        </Button>
      </div>
    </div>
  );
}
