import { describe, expect, test } from 'vitest';
import { closingOf } from '../../../../../client/admin/jobs/closing.ts';

const now = new Date('2026-11-20T15:00:00Z');
const open = (closes_at: string | null) => closingOf({ status: 'open', closes_at }, now, 'UTC');

describe('how near the end of an open job is', () => {
  test.each([
    [null, 'never', undefined],
    ['2026-11-19', 'expired', 'Expired: no longer accepting applications'],
    ['2026-11-20', 'soon', 'Closing soon: last day'],
    ['2026-11-21', 'soon', 'Closing soon: 1 day left'],
    ['2026-11-27', 'soon', 'Closing soon: 7 days left'],
    ['2026-11-28', 'later', undefined],
    ['2026-11-20T14:59:59.000Z', 'expired', 'Expired: no longer accepting applications'],
    ['2026-11-20T15:00:01.000Z', 'soon', 'Closing soon: last day'],
    ['not a date', 'never', undefined],
  ])('%s is %s', (closesAt, state, note) => {
    expect(open(closesAt)).toMatchObject({ state });
    expect(open(closesAt).note).toBe(note);
  });
});

test.each(['draft', 'closed', 'filled'] as const)('of a job that is %s nothing has to be known', (status) => {
  expect(closingOf({ status, closes_at: '2026-11-19' }, now, 'UTC')).toEqual({
    state: 'later',
    day: '19 November 2026',
  });
});
