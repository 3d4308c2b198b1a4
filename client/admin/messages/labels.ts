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

/** Folders in the order of the tabs. */
export const folders: readonly Folder[] = ['inbox', 'new', 'read', 'replied', 'archived', 'spam'];

export const folderLabels: Record<Folder, string> = {
  inbox: 'Inbox',
  new: 'New',
  read: 'Read',
  replied: 'Replied',
  archived: 'Archived',
  spam: 'Spam',
};

export const typeLabels: Record<MessageType, string> = {
  contact: 'Contact',
  account_deletion: 'Account deletion',
};

export const statusTones: Record<MessageStatus, BadgeTone> = {
  new: 'accent',
  read: 'neutral',
  replied: 'success',
  archived: 'neutral',
  spam: 'danger',
};

/** Returns the statuses that a folder contains. */
export function statusesOf(folder: Folder): readonly MessageStatus[] {
  return folder === 'inbox' ? messageFolders.inbox : [folder];
}

/** Returns the sender's name, or the email address if there is no name. */
export function senderOf({ name, email }: Pick<Message, 'name' | 'email'>): string {
  return name || email;
}

/** Texts of an empty folder: a title, and what the folder will contain. */
export const emptyFolderTexts: Record<Folder, { title: string; text: string }> = {
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

/** A request that is due within this many days is highlighted. */
const soonDays = 7;

/** Due date of a deletion request. */
interface Due {
  /** Text such as "12 days left", "Due today" or "2 days overdue"; "Done on 18 November 2026" once it is done. */
  text: string;
  tone: BadgeTone;
  /** The due day as text: "31 December 2026". */
  day: string;
  /** True if the request is overdue or due soon. */
  urgent: boolean;
}

/**
 * Returns when a message is due; undefined for a message without a readable due date. Days are counted in UTC, as the
 * due date is a day in UTC.
 */
export function dueOf(
  { due_at: due, handled_at: handled, status }: Pick<Message, 'due_at' | 'handled_at' | 'status'>,
  now: Date,
): Due | undefined {
  const day = formatDay(due);
  if (!due || !day) return undefined;
  if (isHandled({ handled_at: handled, status })) {
    const when = formatDay(handled);
    return { text: when ? `Done on ${when}` : 'Done', tone: 'success', day, urgent: false };
  }
  const left = daysUntil(due, now.getTime());
  if (left < 0) return { text: `${days(-left)} overdue`, tone: 'danger', day, urgent: true };
  if (left === 0) return { text: 'Due today', tone: 'danger', day, urgent: true };
  const urgent = left <= soonDays;
  return { text: `${days(left)} left`, tone: urgent ? 'signal' : 'neutral', day, urgent };
}

/** Returns true if the message needs no further action. */
export function isHandled({ handled_at: handled, status }: Pick<Message, 'handled_at' | 'status'>): boolean {
  return Boolean(handled) || status === 'replied' || status === 'archived';
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
