import {
  type Message,
  type MessageStatus,
  type MessageType,
  messageFolders,
} from '#shared/schemas/message.ts';
import type { BadgeTone } from '../../ui/Badge.tsx';

/** What the list shows: the inbox is everything that is neither put away nor spam. */
export type Folder = 'inbox' | MessageStatus;

/** In the order of the tabs. */
export const folders: readonly Folder[] = ['inbox', 'new', 'read', 'replied', 'archived', 'spam'];

export const folderNames: Record<Folder, string> = {
  inbox: 'Inbox',
  new: 'New',
  read: 'Read',
  replied: 'Replied',
  archived: 'Archived',
  spam: 'Spam',
};

export const typeNames: Record<MessageType, string> = {
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

/** The statuses that a folder holds. */
export function statusesOf(folder: Folder): readonly MessageStatus[] {
  return folder === 'inbox' ? messageFolders.inbox : [folder];
}

/** Who wrote: by name, or by address where no name was asked for. */
export function senderOf({ name, email }: Pick<Message, 'name' | 'email'>): string {
  return name || email;
}

/** What a message is about. A request for deletion has no subject of its own. */
export function subjectOf({ type, subject, app_name: app }: Message): string {
  if (type === 'account_deletion') return app ? `Delete an account of ${app}` : 'Delete an account';
  return subject || 'No subject';
}
