import { expect, test } from 'vitest';
import type { Message, MessageStatus } from '#shared/schemas/message.ts';
import { type Batch, nextBatch } from '../../../../client/admin/messages/queries/batch.ts';
import { byDueDate, mergeBatches } from '../../../../client/admin/messages/queries/merge.ts';

/** A message of a day of November. */
function on(day: number, status: MessageStatus, more: Partial<Message> = {}): Message {
  const at = `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
  return { id: day, type: 'contact', email: 'a@b.example', status, created_at: at, updated_at: at, ...more };
}

function page(data: Message[], current = 1, last = 1) {
  return { data, current_page: current, last_page: last };
}

const days = (batches: Batch[], openId?: number) =>
  mergeBatches(batches, 'inbox', openId).map(({ id }) => id);

test('several statuses make one list, newest first', () => {
  const batch = {
    new: page([on(9, 'new'), on(3, 'new')]),
    read: page([on(8, 'read')]),
    replied: page([on(5, 'replied')]),
  };
  expect(days([batch])).toEqual([9, 8, 5, 3]);
});

test('nothing is shown below the end of a list that goes on, so that nothing turns up in between later', () => {
  const first: Batch = {
    new: page([on(20, 'new'), on(15, 'new')], 1, 2),
    read: page([on(19, 'read'), on(4, 'read')]),
    replied: page([]),
  };
  expect(days([first])).toEqual([20, 19, 15]);
  expect(nextBatch(first, { page: 1, statuses: ['new', 'read', 'replied'] })).toEqual({
    page: 2,
    statuses: ['new'],
  });
  const second: Batch = { new: page([on(10, 'new')], 2, 2) };
  expect(days([first, second])).toEqual([20, 19, 15, 10, 4]);
  expect(nextBatch(second, { page: 2, statuses: ['new'] })).toBeUndefined();
});

test('what was archived meanwhile leaves the inbox, unless it is open; the newer version of two counts', () => {
  const newer = { updated_at: '2026-11-21T10:00:00.000Z' };
  const batch = { new: page([on(9, 'archived'), on(7, 'new')]), read: page([on(7, 'read', newer)]) };
  expect(days([batch])).toEqual([7]);
  expect(days([batch], 9)).toEqual([9, 7]);
  expect(mergeBatches([batch], 'inbox', undefined)[0]?.status).toBe('read');
});

test('requests stand by the day by which they are due, those that are done below', () => {
  const due = (day: number) => ({ due_at: `2026-12-${day}T10:00:00.000Z` });
  const sorted = byDueDate([
    on(9, 'new', due(29)),
    on(8, 'replied', due(10)),
    on(7, 'read', due(11)),
    on(6, 'new', due(12)),
  ]);
  expect(sorted.map(({ id }) => id)).toEqual([7, 6, 9, 8]);
});
