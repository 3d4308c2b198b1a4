import { readId } from '#shared/id.ts';
import { messageStatuses, messageTypes } from '#shared/schemas/message.ts';
import { oneOf, readParams } from '../shared/list-params.ts';
import type { Folder } from './labels.ts';

/** State of the screen that is stored in the URL: `?status=&type=&mine=&search=&message=`. */
export const messageParams = {
  status: oneOf(messageStatuses),
  type: oneOf(messageTypes),
  mine: oneOf(['1']),
  message: readId,
};

/** Reads the search params. A value that is no folder, type or id is ignored. `message` is the id of the open message. */
export function readSearchParams(params: URLSearchParams) {
  const { status, type, mine, search, message } = readParams(params, messageParams);
  const folder: Folder = status ?? 'inbox';
  // A search covers the messages of all admins.
  return { folder, type, mine: mine === '1' && search === undefined, search, message };
}

export type MessageSearchParams = ReturnType<typeof readSearchParams>;
