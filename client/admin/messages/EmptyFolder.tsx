import { pathTo } from '#shared/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type Folder, typeNames } from './folders.ts';
import type { MessageAddress } from './message-address.ts';

const words: Record<Folder, { title: string; text: string }> = {
  inbox: {
    title: 'Inbox zero',
    text: 'You are all caught up. Messages from the contact page and account deletion requests appear here.',
  },
  new: {
    title: 'Nothing new',
    text: 'Every message has been opened. The menu shows the number of new ones next to Messages.',
  },
  read: {
    title: 'Nothing left unanswered',
    text: 'Opened messages wait here until you reply to them or archive them.',
  },
  replied: {
    title: 'No replies yet',
    text: 'Messages you mark as replied appear here.',
  },
  archived: {
    title: 'The archive is empty',
    text: 'Archived messages leave the inbox and are kept here.',
  },
  spam: {
    title: 'No spam',
    text: 'Messages that look automated land here without a notification. Check from time to time, as real messages can end up here too.',
  },
};

interface EmptyFolderProps {
  address: MessageAddress;
  onShowInbox: () => void;
}

/** Nothing is in this folder; says what will be, and what to do next. */
export function EmptyFolder({ address: { folder, type }, onShowInbox }: EmptyFolderProps) {
  const { title, text } = words[folder];
  const elsewhere = folder !== 'inbox' || type !== undefined;
  return (
    <EmptyState
      title={type ? `${title}: ${typeNames[type].toLowerCase()}` : title}
      text={text}
      action={
        elsewhere ? (
          <Button variant="quiet" onClick={onShowInbox}>
            Show the whole inbox
          </Button>
        ) : (
          <a href={pathTo('contact')} target="_blank" rel="noopener">
            See the contact page
          </a>
        )
      }
    />
  );
}
