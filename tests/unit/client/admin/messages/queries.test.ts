import type { InfiniteData } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Message, MessageStatus } from '#shared/schemas/message.ts';
import {
  type ListFilters,
  type ListPage,
  listShortcoming,
  shownMessages,
} from '../../../../../client/admin/messages/queries.ts';

/** Returns a message of a day in November. */
function on(day: number, status: MessageStatus, more: Partial<Message> = {}): Message {
  const at = `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
  return { id: day, type: 'contact', email: 'a@b.example', status, created_at: at, updated_at: at, ...more };
}

const inbox: ListFilters = { folder: 'inbox', type: undefined, search: '' };
const requests: ListFilters = { folder: 'inbox', type: 'account_deletion', search: '' };

function list(pages: Message[][], last = pages.length, more: Partial<ListPage> = {}): InfiniteData<ListPage> {
  return {
    pages: pages.map((data, at) => ({
      data,
      current_page: at + 1,
      last_page: last,
      ignoresFolder: false,
      ignoresOrder: false,
      ...more,
    })),
    pageParams: pages.map((_, at) => at + 1),
  };
}

const days = (data: InfiniteData<ListPage>, filters = inbox, openId?: number) =>
  shownMessages(data, filters, openId).map(({ id }) => id);

test('pages stand below each other in the order of the host; what slipped onto the next page is shown once', () => {
  expect(
    days(
      list([
        [on(9, 'new'), on(8, 'read')],
        [on(8, 'read'), on(5, 'replied')],
      ]),
    ),
  ).toEqual([9, 8, 5]);
});

test('what was archived meanwhile leaves the inbox, unless it is open; the newer version of two counts', () => {
  const newer = { updated_at: '2026-11-21T10:00:00.000Z' };
  const data = list([[on(9, 'archived'), on(7, 'new')], [on(7, 'read', newer)]]);
  expect(days(data)).toEqual([7]);
  expect(days(data, inbox, 9)).toEqual([9, 7]);
  expect(shownMessages(data, inbox, undefined)[0]?.status).toBe('read');
});

const due = (day: number) => ({ due_at: `2026-12-${day}T10:00:00.000Z` });
const unsorted = [
  on(9, 'new', due(29)),
  on(8, 'replied', due(10)),
  on(7, 'read', due(11)),
  on(6, 'new', due(12)),
];

test('requests that have all come stand by the day by which they are due, those that are done below', () => {
  expect(days(list([unsorted]), requests)).toEqual([7, 6, 9, 8]);
});

test('while more are to come, requests stand as the host has them: nothing turns up in between later', () => {
  expect(days(list([unsorted], 2), requests)).toEqual([9, 8, 7, 6]);
});

test('what a host cannot do is said only while somebody would notice', () => {
  expect(listShortcoming(list([unsorted]))).toBeUndefined();
  expect(listShortcoming(list([unsorted], 1, { ignoresOrder: true }))).toBeUndefined();
  expect(listShortcoming(list([unsorted], 2, { ignoresOrder: true }))).toMatch(/cannot sort by due date/);
  expect(listShortcoming(list([[on(9, 'archived')]], 1, { ignoresFolder: true }))).toMatch(
    /archived messages/,
  );
});
