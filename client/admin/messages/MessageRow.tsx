import { Link } from 'react-router-dom';
import type { Message } from '#shared/schemas/message.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../ui/Badge.tsx';
import { shortMoment, wholeMoment } from '../../ui/dates.ts';
import { AlertIcon, ClockIcon } from '../../ui/icons.tsx';
import { dueOf } from './due.ts';
import { folderNames, senderOf, statusTones, subjectOf, typeNames } from './folders.ts';
import styles from './MessageRow.module.css';

interface MessageRowProps {
  message: Message;
  now: Date;
  /** The query of the address under which it is open. */
  search: string;
  current: boolean;
}

/** One message of the list: who, what about, how it begins. A new one has a dot, a word and a heavier face. */
export function MessageRow({ message, now, search, current }: MessageRowProps) {
  const { id, status, created_at: at, type } = message;
  const due = dueOf(message, now);
  // Most are read: that needs no word.
  const says = status !== 'read';
  return (
    <Link
      className={styles.row}
      to={{ search }}
      data-message-id={id}
      data-new={status === 'new' || undefined}
      aria-current={current ? 'true' : undefined}
    >
      <span className={styles.head}>
        <bdi className={styles.sender}>{senderOf(message)}</bdi>
        {says && <Badge tone={statusTones[status]}>{folderNames[status]}</Badge>}
        <time className={styles.when} dateTime={at} title={wholeMoment(at)}>
          {shortMoment(at, now)}
        </time>
      </span>
      <span className={styles.subject} dir="auto" lang={languageOf(subjectOf(message))}>
        {subjectOf(message)}
      </span>
      {message.message && (
        <span className={styles.begins} dir="auto" lang={languageOf(message.message.slice(0, 200))}>
          {message.message.slice(0, 200)}
        </span>
      )}
      {type === 'account_deletion' && (
        <span className={styles.marks}>
          <Badge>{typeNames[type]}</Badge>
          {due && (
            <Badge tone={due.tone} Icon={due.urgent ? AlertIcon : ClockIcon}>
              {due.text}
            </Badge>
          )}
        </span>
      )}
    </Link>
  );
}
