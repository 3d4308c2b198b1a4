import { type Id, readId } from '#shared/id.ts';
import { type MessageType, messageStatuses, messageTypes } from '#shared/schemas/message.ts';
import { oneOf, readParams, useListParams } from '../shared/list-params.ts';
import type { Folder } from './labels.ts';

/** State of the screen that is stored in the URL: `?status=&type=&mine=&search=&message=`. */
export interface MessageSearchParams {
  folder: Folder;
  type: MessageType | undefined;
  /**
   * True if only messages that are assigned to the current admin are listed. Ignored by a search, which covers the
   * messages of all admins.
   */
  mine: boolean;
  /** Search text; '' means no search. */
  search: string;
  /** Id of the open message. */
  message: Id | undefined;
}

const readers = {
  status: oneOf(messageStatuses),
  type: oneOf(messageTypes),
  mine: oneOf(['1']),
  message: readId,
};

/** Reads the search params. A value that is no folder, type or id is ignored. */
export function readSearchParams(params: URLSearchParams): MessageSearchParams {
  const { status: folder = 'inbox', type, mine, search = '', message } = readParams(params, readers);
  return { folder, type, mine: mine === '1' && search === '', search, message };
}

/** Returns the search params after a change of the screen's state. */
function paramsOf({ folder, mine, search, ...change }: Partial<MessageSearchParams>) {
  return {
    ...change,
    ...(folder && { status: folder === 'inbox' ? undefined : folder }),
    ...(mine !== undefined && { mine: mine ? '1' : undefined }),
    ...(search !== undefined && { search: search || undefined }),
  };
}

/** The search params of the screen, and functions that change them. `searchAfter` returns that part of a link. */
export function useMessageSearchParams() {
  const { params, change, after } = useListParams(readers);
  return {
    params: readSearchParams(params),
    change: (next: Partial<MessageSearchParams>) => change(paramsOf(next)),
    searchAfter: (next: Partial<MessageSearchParams>) => after(paramsOf(next)),
  };
}
