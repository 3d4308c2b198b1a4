import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Message } from '#shared/schemas/message.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../ui/Badge.tsx';
import { wholeMoment } from '../../ui/dates.ts';
import { DeletionFacts } from './DeletionFacts.tsx';
import { folderNames, senderOf, statusTones, typeNames } from './folders.ts';
import { MessageToolbar } from './MessageToolbar.tsx';
import styles from './OpenMessage.module.css';
import { ReplyBar } from './ReplyBar.tsx';
import { useMessageActions } from './use-message-actions.ts';

export interface OpenMessageProps {
  message: Message;
  /** Undefined where no message stands before or behind. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** The message has left the list: it closes, and its neighbour takes the focus. */
  onLeave: () => void;
}

/** A message to read, with what can be done with it. Opening a new one makes it read. */
export function OpenMessage({ message, onPrevious, onNext, onLeave }: OpenMessageProps) {
  const { type, status, email, phone, created_at: at, message: text } = message;
  const [now] = useState(() => new Date());
  const [replying, setReplying] = useState(false);
  const actions = useMessageActions(message, onLeave);
  // Once for each opening: "Mark as new" must not be undone by the pane that it closes.
  const opened = useRef(false);
  const open = useEffectEvent(() => {
    if (opened.current) return;
    opened.current = true;
    if (status === 'new') actions.markRead();
  });
  useEffect(() => open(), []);

  return (
    <article className={styles.message}>
      <MessageToolbar
        message={message}
        actions={actions}
        onReply={() => setReplying(true)}
        onPrevious={onPrevious}
        onNext={onNext}
      />
      {replying && (
        <ReplyBar message={message} onReplied={actions.markReplied} onDismiss={() => setReplying(false)} />
      )}
      <header className={styles.head}>
        <p className={styles.from}>
          <bdi className={styles.sender}>{senderOf(message)}</bdi>
          <a
            className={styles.link}
            href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}
            dir="ltr"
          >
            {email}
          </a>
          {phone && (
            <a className={styles.link} href={`tel:${phone.replace(/[^\d+]/g, '')}`} dir="ltr">
              {phone}
            </a>
          )}
        </p>
        <p className={styles.when}>
          <time dateTime={at}>{wholeMoment(at)}</time>
        </p>
        <p className={styles.marks}>
          <Badge>{typeNames[type]}</Badge>
          <Badge tone={statusTones[status]}>{folderNames[status]}</Badge>
        </p>
      </header>
      {type === 'account_deletion' && <DeletionFacts message={message} now={now} />}
      {text ? (
        <p className={styles.text} dir="auto" lang={languageOf(text)}>
          {text}
        </p>
      ) : (
        <p className={styles.none}>No comment was added.</p>
      )}
    </article>
  );
}
