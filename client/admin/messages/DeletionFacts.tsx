import type { Message } from '#shared/schemas/message.ts';
import { Badge } from '../../ui/Badge.tsx';
import { AlertIcon, ClockIcon } from '../../ui/icons.tsx';
import styles from './DeletionFacts.module.css';
import { dueOf } from './due.ts';

/** Which account of which app is to be deleted, and by when. */
export function DeletionFacts({ message, now }: { message: Message; now: Date }) {
  const due = dueOf(message, now);
  return (
    <dl className={styles.facts} data-urgent={due?.urgent || undefined}>
      <div>
        <dt>App</dt>
        <dd dir="auto">{message.app_name || 'Not given'}</dd>
      </div>
      <div>
        <dt>Account</dt>
        <dd dir="auto">{message.account_identifier || 'Not given'}</dd>
      </div>
      {due && (
        <div>
          <dt>To be deleted by</dt>
          <dd className={styles.due}>
            {due.day}{' '}
            <Badge tone={due.tone} Icon={due.urgent ? AlertIcon : ClockIcon}>
              {due.text}
            </Badge>
          </dd>
        </div>
      )}
    </dl>
  );
}
