import { expect, test } from 'vitest';
import type { Message, MessageStatus } from '#shared/schemas/message.ts';
import { shownMessages } from '../../../../../client/admin/messages/queries.ts';

/** Returns a message of a day in November. */
function on(day: number, status: MessageStatus, more: Partial<Message> = {}): Message {
  const at = `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
  return { id: day, type: 'contact', email: 'a@b.example', status, created_at: at, updated_at: at, ...more };
}
const newer = { updated_at: '2026-11-21T10:00:00.000Z' };
const inbox = { folder: 'inbox', type: undefined, search: '' } as const;
const requests = { ...inbox, type: 'account_deletion' } as const;
const list = (pages: Message[][], last = pages.length, more: object = {}) => ({
  pages: pages.map((data, at) => ({
    ...{ data, current_page: at + 1, last_page: last, ignoresFolder: false, ignoresOrder: false },
    ...more,
  })),
  pageParams: pages.map((_, at) => at + 1),
});

const due = (day: number) => ({ due_at: `2026-12-${day}T10:00:00.000Z` });
const unsorted = [
  on(9, 'new', due(29)),
  on(8, 'replied', due(10)),
  on(7, 'read', due(11)),
  on(6, 'new', due(12)),
];
const slipped = list([
  [on(9, 'new'), on(8, 'read')],
  [on(8, 'read'), on(5, 'replied')],
]);
const archived = list([[on(9, 'archived'), on(7, 'new')], [on(7, 'read', newer)]]);

test.each([
  ['what slipped onto the next page is shown once', slipped, inbox, undefined, [9, 8, 5]],
  ['what was archived meanwhile leaves the inbox', archived, inbox, undefined, [7]],
  ['what is open stays in it', archived, inbox, 9, [9, 7]],
  [
    'requests stand by the day by which they are due, those that are done below',
    list([unsorted]),
    requests,
    undefined,
    [7, 6, 9, 8],
  ],
  [
    'while more are to come, they stand as the host has them',
    list([unsorted], 2),
    requests,
    undefined,
    [9, 8, 7, 6],
  ],
])('%s', (_what, data, filters, openId, days) => {
  expect(shownMessages(data, filters, openId).map(({ id }) => id)).toEqual(days);
});
