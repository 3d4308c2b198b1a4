import { readId } from '#shared/id.ts';
import { messageStatuses, messageTypes } from '#shared/schemas/message.ts';
import { openerOf } from '../shared/inbox.ts';
import { oneOf, readParams, useListParams } from '../shared/list-params.ts';
import type { Folder } from './labels.ts';

/** State of the screen that is stored in the URL: `?status=&type=&mine=&search=&message=`. */
const readers = {
  status: oneOf(messageStatuses),
  type: oneOf(messageTypes),
  mine: oneOf(['1']),
  message: readId,
};

/** Reads the search params. A value that is no folder, type or id is ignored. `message` is the id of the open message. */
export function readSearchParams(search: URLSearchParams) {
  const { status, mine, ...read } = readParams(search, readers);
  const folder: Folder = status ?? 'inbox';
  // A search covers the messages of all admins.
  return { ...read, folder, mine: mine === '1' && read.search === undefined };
}

export type MessageSearchParams = ReturnType<typeof readSearchParams>;

/** The search params of the screen, and functions that change them. */
export function useMessageParams() {
  const list = useListParams(readers);
  return { ...list, params: readSearchParams(list.params), ...openerOf(list, 'message') };
}
