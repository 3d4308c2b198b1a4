import { pathTo } from '#shared/paths.ts';
import { subjectOf } from '#shared/reply-subject.ts';
import type { Message } from '#shared/schemas/message.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatFullMoment, formatInboxMoment } from '../../ui/dates.ts';
import { AlertIcon, ClockIcon } from '../../ui/icons.tsx';
import rows from '../shared/rows.module.css';
import type { MessageSearchParams } from './filters.tsx';
import { dueOf, folders, senderOf, typeLabels } from './labels.ts';
import styles from './MessagesScreen.module.css';

/** One message: sender, subject and the first words. A new message has a dot, a badge and bold text. */
export function Line({ message, now }: { message: Message; now: Date }) {
  const { status, created_at: at, type } = message;
  const due = dueOf(message, now);
  // The status "read" gets no label, because most messages have it.
  const showsStatus = status !== 'read';
  return (
    <>
      <span className={classNames(rows.head, styles.head)}>
        <bdi className={classNames(rows.sender, styles.sender)} lang={languageOf(senderOf(message))}>
          {senderOf(message)}
        </bdi>
        {message.assigned_to && <Badge>For {message.assigned_to.name}</Badge>}
        {showsStatus && <Badge tone={folders[status].tone}>{folders[status].label}</Badge>}
        <time className={rows.when} dateTime={at} title={formatFullMoment(at)}>
          {formatInboxMoment(at, now)}
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
          <Badge>{typeLabels[type]}</Badge>
          {due && (
            <Badge tone={due.tone} Icon={due.urgent ? AlertIcon : ClockIcon}>
              {due.text}
            </Badge>
          )}
        </span>
      )}
    </>
  );
}

/**
 * Shown for an empty folder: a text about what the folder will contain, and a button that shows the inbox; for the inbox
 * itself, a link to the contact page.
 */
export function emptyFolder({ folder, type }: MessageSearchParams, onShowInbox: () => void) {
  const { title, text } = folders[folder];
  const elsewhere = folder !== 'inbox' || type !== undefined;
  return {
    title: type ? `${title}: ${typeLabels[type].toLowerCase()}` : title,
    text,
    action: elsewhere ? (
      <Button variant="quiet" onClick={onShowInbox}>
        Show the whole inbox
      </Button>
    ) : (
      <a href={pathTo('contact')} target="_blank" rel="noopener">
        See the contact page
      </a>
    ),
  };
}
