import { pathTo } from '#shared/paths.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/empty-state/EmptyState.tsx';
import type { MessageAddress } from '../address/message-address.ts';
import { type Folder, typeNames } from '../words/folders.ts';

const words: Record<Folder, { title: string; text: string }> = {
  inbox: {
    title: 'Inbox zero',
    text: 'Nothing waits for you. What visitors write on the contact page, and requests to delete an account, turn up here.',
  },
  new: {
    title: 'Nothing new',
    text: 'Every message has been opened. New ones are counted beside Messages in the menu.',
  },
  read: {
    title: 'Nothing left unanswered',
    text: 'A message that was opened waits here until you reply to it or archive it.',
  },
  replied: {
    title: 'No replies yet',
    text: 'Mark a message as replied once you have answered it, and find it here.',
  },
  archived: {
    title: 'The archive is empty',
    text: 'Archive what is done: it leaves the inbox and is kept here.',
  },
  spam: {
    title: 'No spam',
    text: 'What looks as if a robot had sent it lands here by itself, and nobody is told. Look in now and then: people can be taken for robots.',
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
