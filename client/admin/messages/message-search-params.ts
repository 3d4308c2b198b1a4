import { useMemo } from 'react';
import { type Id, readId } from '#shared/id.ts';
import { type MessageType, messageStatuses, messageTypes } from '#shared/schemas/message.ts';
import { useNewestSearchParams } from '../../use-search-params.ts';
import { readParams } from '../shared/list-params.ts';
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

/** Reads the search params. A value that is no folder, type or id is ignored. */
export function readSearchParams(search: URLSearchParams): MessageSearchParams {
  const { search: text = '' } = readParams(search);
  const [status, type, message] = ['status', 'type', 'message'].map((name) => search.get(name) ?? '');
  return {
    folder: messageStatuses.find((known) => known === status) ?? 'inbox',
    type: messageTypes.find((known) => known === type),
    mine: search.get('mine') === '1' && text === '',
    search: text,
    message: readId(message),
  };
}

/** Returns the search part of the URL after a change. Params that this screen does not know are retained. */
function searchAfter(search: URLSearchParams, change: Partial<MessageSearchParams>): string {
  const { folder, type, mine, search: text, message } = { ...readSearchParams(search), ...change };
  const next = new URLSearchParams(search);
  const values = {
    status: folder === 'inbox' ? undefined : folder,
    type,
    mine: mine ? 1 : undefined,
    search: text || undefined,
    message,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) next.delete(name);
    else next.set(name, String(value));
  }
  return next.size > 0 ? `?${next}` : '';
}

/** The search params of the screen, and functions that change them. */
export function useMessageSearchParams() {
  const [search, setSearch] = useNewestSearchParams();
  const params = useMemo(() => readSearchParams(search), [search]);
  return {
    params,
    change: (next: Partial<MessageSearchParams>) => setSearch((before) => searchAfter(before, next)),
    /** Returns the search part of a link to the screen after a change; '' if all values are the defaults. */
    searchAfter: (next: Partial<MessageSearchParams>) => searchAfter(search, next),
  };
}
