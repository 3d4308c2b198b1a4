import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { type Id, readId } from '#shared/id.ts';
import { type Message, messageStatuses, messageTypes } from '#shared/schemas/message.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { callQuery } from '../../api/call-query.ts';
import { refreshUnreadMessages } from '../../api/desk-counts.ts';
import { isCallMissing } from '../../api/host-support.ts';
import { patchRow, rowChange, saveFailureText } from '../../api/optimistic.ts';
import { notify } from '../../ui/toast.ts';
import { keptInPlace, openerOf, rowsPerPage } from '../shared/inbox.ts';
import { oneOf, readParams, useListParams } from '../shared/list-params.ts';
import { type Folder, statusesOf } from './labels.ts';

type MessagePage = CallData<'getMessages'>;

/** Query key prefixes of all queries that contain messages, and of those that list them. */
const messagesKey = ['messages'] as const;
const listsKey = [...messagesKey, 'list'] as const;

/**
 * One page of a folder. While `openId` returns a message, rows stay in place when the page is read again, and its own
 * stays although it is in the folder no longer.
 */
export function messagesQuery(params: MessageSearchParams, openId: () => Id | undefined = () => undefined) {
  const { folder, type, mine, search, page, per_page = rowsPerPage } = params;
  const queryKey = [...listsKey, { folder, type, mine, search, page, per_page }] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      // Every folder except the inbox has one status. It is requested by the status parameter, which older hosts
      // support too.
      const of = { page, per_page, type, ...(folder === 'inbox' ? { folder } : { status: folder }) };
      const order = type === 'account_deletion' && folder === 'inbox' ? 'due' : undefined;
      const fresh: MessagePage = search
        ? await readApi('searchMessages', { query: { ...of, search }, signal })
        : await readApi('getMessages', {
            query: { ...of, assigned: mine ? 'me' : undefined, order },
            signal,
          });
      const open = openId();
      if (open === undefined) return fresh;
      const { data } = keptInPlace(client.getQueryData<MessagePage>(queryKey), fresh);
      const found = new Set(fresh.data.map(({ id }) => id));
      return { ...fresh, data: data.filter(({ id }) => id === open || found.has(id)) };
    },
  });
}

/**
 * Returns the messages to show of a page. Those of other folders are left out: they were moved after the load, or the
 * host has no folders. The message `openId` is always included: opening a new message changes its status, but must not
 * remove it.
 */
export function shownMessages({ data }: MessagePage, folder: Folder, openId: Id | undefined): Message[] {
  const statuses = statusesOf(folder);
  return data.filter(({ id, status }) => statuses.includes(status) || id === openId);
}

/**
 * A single message that no list on the screen contains, e.g. one that was bookmarked. Null if the message does not
 * exist.
 */
export function messageQuery(id: Id) {
  return queryOptions({
    queryKey: [...messagesKey, 'single', id],
    queryFn: async ({ signal }) => {
      try {
        return await readApi('getSingleMessage', { params: { id }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404 && !isCallMissing(error)) return null;
        throw error;
      }
    },
  });
}

/** Refetches the messages, and the numbers in the sidebar. */
export function refreshMessages(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: messagesKey });
  refreshUnreadMessages(queries);
}

/** Shows a message as it was saved. */
export const putMessage = (queries: QueryClient, saved: Message) =>
  patchRow<Message>(queries, messagesKey, saved.id, saved);

/**
 * A change of a message's status. Changes are sent one after another, each with the version that the previous one
 * created. The failure of a `quiet` change, such as the status "read" on opening, is only logged, because the next opening
 * tries again.
 */
export function statusChange(queries: QueryClient, id: Id, quiet = false) {
  return {
    ...rowChange<Message, Pick<Message, 'status'>>(queries, messagesKey, id, (body) =>
      readApi('updateMessageStatus', { params: { id }, body }),
    ),
    mutationKey: ['changeMessage'],
    reads: listsKey,
    onFailed: (error: unknown) => {
      if (!quiet) notify.error(saveFailureText(error, 'this message'));
    },
    refresh: () => refreshMessages(queries),
  };
}

export const savedAnswersQuery = callQuery('getSavedAnswers');

/** Answers to one message, newest first. */
export const answersQuery = (id: Id) => callQuery('getAnswers', { params: { id } });

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
