import type { Message } from '#shared/schemas/message.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import {
  AlertIcon,
  ArchiveIcon,
  CheckIcon,
  ChevronDownIcon,
  ChevronUpIcon,
  InboxIcon,
  MailIcon,
  TrashIcon,
} from '../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import styles from './MessageToolbar.module.css';
import { replyLink } from './reply-link.ts';
import type { MessageActions } from './use-message-actions.ts';

interface MessageToolbarProps {
  message: Message;
  actions: MessageActions;
  onReply: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Answer, put away, and go on to the next. */
export function MessageToolbar({ message, actions, onReply, onPrevious, onNext }: MessageToolbarProps) {
  const { status } = message;
  const inInbox = status !== 'archived' && status !== 'spam';
  const items: MenuItem[] = [];
  if (inInbox && status !== 'replied') {
    items.push({ label: 'Mark as replied', Icon: CheckIcon, onSelect: actions.markReplied });
  }
  if (inInbox) {
    items.push(
      {
        label: 'Mark as new',
        Icon: MailIcon,
        hint: 'Closes the message and marks it unread',
        onSelect: actions.markNew,
      },
      { label: 'Move to spam', Icon: AlertIcon, onSelect: actions.moveToSpam },
    );
  }
  items.push({ label: 'Delete', Icon: TrashIcon, danger: true, onSelect: () => void actions.remove() });
  return (
    <div className={styles.toolbar}>
      <a className={buttonClass()} href={replyLink(message)} onClick={onReply}>
        <MailIcon /> Reply
      </a>
      {inInbox ? (
        <Button variant="quiet" onClick={actions.archive}>
          <ArchiveIcon /> Archive
        </Button>
      ) : (
        <Button variant="quiet" onClick={actions.moveToInbox}>
          <InboxIcon /> {status === 'spam' ? 'Not spam' : 'Unarchive'}
        </Button>
      )}
      <Menu label="More for this message" items={items} />
      <span className={styles.steps}>
        <IconButton
          label="Previous message"
          aria-disabled={!onPrevious || undefined}
          onClick={() => onPrevious?.()}
        >
          <ChevronUpIcon />
        </IconButton>
        <IconButton label="Next message" aria-disabled={!onNext || undefined} onClick={() => onNext?.()}>
          <ChevronDownIcon />
        </IconButton>
      </span>
    </div>
  );
}
