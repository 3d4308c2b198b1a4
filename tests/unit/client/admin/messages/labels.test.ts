import { expect, test } from 'vitest';
import { dueOf } from '../../../../../client/admin/messages/labels.ts';

const now = new Date('2026-11-21T15:00:00.000Z');
const open = { handled_at: null, status: 'read' } as const;

test.each([
  ['2026-11-28T00:00:00.000Z', '7 days left', 'signal', true],
  ['2026-11-22T00:00:00.000Z', '1 day left', 'signal', true],
  ['2026-11-21T00:30:00.000Z', 'Due today', 'danger', true],
  ['2026-11-20T23:59:59.000Z', '1 day overdue', 'danger', true],
])('a request that is due at %s: %s', (due, text, tone, urgent) => {
  expect(dueOf({ ...open, due_at: due }, now)).toMatchObject({ text, tone, urgent });
});

test('what is done is not due any more, and what has no date never is', () => {
  const due = '2026-11-19T12:00:00.000Z';
  const done = dueOf({ due_at: due, handled_at: '2026-11-18T09:00:00.000Z', status: 'archived' }, now);
  expect(done).toMatchObject({ text: 'Done on 18 November 2026', tone: 'success', urgent: false });
  expect(dueOf({ due_at: due, handled_at: null, status: 'replied' }, now)).toMatchObject({ text: 'Done' });
  expect(dueOf({ ...open, due_at: null }, now)).toBeUndefined();
  expect(dueOf({ ...open, due_at: 'soon' }, now)).toBeUndefined();
});
