import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Message, MessageStatus } from '#shared/schemas/message.ts';
import { knownMessage, putMessage } from '../../../../../client/admin/messages/message-actions.ts';
import { type ListPage, messageKey, messageListQuery } from '../../../../../client/admin/messages/queries.ts';

const { queryKey } = messageListQuery({ folder: 'inbox', type: undefined, search: '' });

function message(id: number, status: MessageStatus = 'new', at = '2026-11-20T10:00:00.000Z'): Message {
  return {
    id,
    type: 'contact',
    email: 'a@b.example',
    status,
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: at,
  };
}

const later = '2026-11-20T10:00:01.000Z';

/** Creates a query client that has cached the first page of the inbox: three new messages. */
function inbox() {
  const queries = new QueryClient();
  const page: ListPage = {
    data: [3, 2, 1].map((id) => message(id)),
    current_page: 1,
    last_page: 1,
    counts: { new: 3, read: 0, replied: 0, archived: 0, spam: 0 },
    ignoresFolder: false,
    ignoresOrder: false,
  };
  queries.setQueryData(queryKey, { pages: [page], pageParams: [1] });
  const shown = () => queries.getQueryData(queryKey)?.pages[0];
  return { queries, shown };
}

test('a message that is read is counted as read, once', () => {
  const { queries, shown } = inbox();
  putMessage(queries, message(2, 'read'));
  putMessage(queries, message(2, 'read', later));
  expect(shown()?.counts).toMatchObject({ new: 2, read: 1 });
  expect(shown()?.data.map(({ status }) => status)).toEqual(['new', 'read', 'new']);
});

test('a list that came while the message was being marked as read counts it as read too', () => {
  const { queries, shown } = inbox();
  queries.setQueryData(messageKey(2), message(2, 'read'));
  putMessage(queries, message(2, 'read', later));
  expect(shown()?.counts).toMatchObject({ new: 2, read: 1 });
  expect(knownMessage(queries, 2)?.updated_at).toBe(later);
});
