import { type Id, readId } from '#shared/id.ts';
import { type MessageType, messageStatuses, messageTypes } from '#shared/schemas/message.ts';
import type { Folder } from './folders.ts';

/** What the address of the screen says: `?status=&type=&message=`. */
export interface MessageAddress {
  folder: Folder;
  type: MessageType | undefined;
  /** The open message. */
  message: Id | undefined;
}

/** What is no folder, type or id counts for nothing. */
export function readAddress(search: URLSearchParams): MessageAddress {
  const [status, type, message] = ['status', 'type', 'message'].map((name) => search.get(name) ?? '');
  return {
    folder: messageStatuses.find((known) => known === status) ?? 'inbox',
    type: messageTypes.find((known) => known === type),
    message: readId(message),
  };
}

/** The query of the address after a change; parameters of others stay. */
export function searchAfter(search: URLSearchParams, change: Partial<MessageAddress>): string {
  const { folder, type, message } = { ...readAddress(search), ...change };
  const next = new URLSearchParams(search);
  const values = { status: folder === 'inbox' ? undefined : folder, type, message };
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) next.delete(name);
    else next.set(name, String(value));
  }
  return next.size > 0 ? `?${next}` : '';
}
