import { formatDay } from '#shared/dates.ts';
import {
  type Message,
  type MessageStatus,
  type MessageType,
  messageFolders,
} from '#shared/schemas/message.ts';
import type { BadgeTone } from '../../ui/Badge.tsx';
import { daysUntil } from '../../ui/dates.ts';

/** Folder of the list. The inbox contains everything that is neither archived nor spam. */
export type Folder = 'inbox' | MessageStatus;

/**
 * The folders in the order of the tabs. A badge shows the status of a message in the tone of its folder. An empty folder
 * shows a title, and what it will contain.
 */
export const folders: Record<Folder, { label: string; tone?: BadgeTone; title: string; text: string }> = {
  inbox: {
    label: 'Inbox',
    title: 'Inbox zero',
    text: 'You are all caught up. Messages from the contact page and account deletion requests appear here.',
  },
  new: {
    label: 'New',
    tone: 'accent',
    title: 'Nothing new',
    text: 'Every message has been opened. The menu shows the number of new ones next to Messages.',
  },
  read: {
    label: 'Read',
    title: 'Nothing left unanswered',
    text: 'Opened messages wait here until you reply to them or archive them.',
  },
  replied: {
    label: 'Replied',
    tone: 'success',
    title: 'No replies yet',
    text: 'Messages you mark as replied appear here.',
  },
  archived: {
    label: 'Archived',
    title: 'The archive is empty',
    text: 'Archived messages leave the inbox and are kept here.',
  },
  spam: {
    label: 'Spam',
    tone: 'danger',
    title: 'No spam',
    text: 'Messages that look automated land here without a notification. Check from time to time, as real messages can end up here too.',
  },
};

export const typeLabels: Record<MessageType, string> = {
  contact: 'Contact',
  account_deletion: 'Account deletion',
};

/** Returns the statuses that a folder contains. */
export function statusesOf(folder: Folder): readonly MessageStatus[] {
  return folder === 'inbox' ? messageFolders.inbox : [folder];
}

/** Returns the sender's name, or the email address if there is no name. */
export function senderOf({ name, email }: Message) {
  return name || email;
}

/** A request that is due within this many days is highlighted. */
const soonDays = 7;

/**
 * Returns when a message is due, in words and as a day; undefined for a message without a readable due date. `urgent` is
 * true if it is overdue or due soon. Days are counted in UTC, as the due date is a day in UTC.
 */
export function dueOf(
  message: Message,
  now: Date,
): { text: string; tone: BadgeTone; day: string; urgent: boolean } | undefined {
  const { due_at: due, handled_at: handled, status } = message;
  const day = formatDay(due);
  if (!due || !day) return undefined;
  if (handled || status === 'replied' || status === 'archived') {
    const when = formatDay(handled);
    return { text: when ? `Done on ${when}` : 'Done', tone: 'success', day, urgent: false };
  }
  const left = daysUntil(due, now.getTime());
  if (left < 0) return { text: `${days(-left)} overdue`, tone: 'danger', day, urgent: true };
  if (left === 0) return { text: 'Due today', tone: 'danger', day, urgent: true };
  const urgent = left <= soonDays;
  return { text: `${days(left)} left`, tone: urgent ? 'signal' : 'neutral', day, urgent };
}

function days(count: number) {
  return count === 1 ? '1 day' : `${count} days`;
}
