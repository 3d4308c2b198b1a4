import { expect, test } from 'vitest';
import {
  daysUntil,
  formatAge,
  formatDayAndTime,
  formatDayOfYear,
  formatFullMoment,
  formatInboxMoment,
  formatLocalDay,
  formatMoment,
} from '../../../../client/ui/dates.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
/** A time on this machine's clock, in any time zone. */
const afternoon = new Date(2026, 10, 21, 14, 5);

test.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21 11:15:00', '45 minutes ago'],
  ['2026-11-21T09:00:00Z', '3 hours ago'],
  ['2026-11-20T09:00:00Z', 'yesterday'],
  ['2026-11-01T12:00:00Z', '20 days ago'],
  ['2026-05-02T12:00:00Z', '2 May 2026'],
])('at noon %s is %s', (iso, age) => expect(formatAge(iso, noon)).toBe(age));

test('a moment is told in the reader’s own time, in a list of mail as short as it can be', () => {
  const iso = afternoon.toISOString();
  expect([formatMoment(iso), formatFullMoment(iso)]).toEqual([
    '21 Nov 2026, 14:05',
    'Saturday, 21 November 2026 at 14:05',
  ]);
  const inbox = (...now: [number, number, number, number]) => formatInboxMoment(iso, new Date(...now));
  expect([inbox(2026, 10, 21, 18), inbox(2026, 11, 1, 9), inbox(2027, 0, 1, 9)]).toEqual([
    '14:05',
    '21 Nov',
    '21 Nov 2026',
  ]);
  const midnight = new Date(2026, 10, 21).getTime();
  expect([
    formatDayAndTime(midnight, midnight + 60_000),
    formatDayAndTime(midnight, midnight + 86_400_000),
  ]).toEqual(['00:00', '21 Nov, 00:00']);
});

test.each(['some day', '', '2026-13-40', '0000-00-00 00:00:00'])('%j is shown as it came', (text) => {
  const shown = [
    formatMoment(text),
    formatFullMoment(text),
    formatLocalDay(text),
    formatDayOfYear(text),
    formatInboxMoment(text, afternoon),
    formatAge(text, noon),
  ];
  expect(shown).toEqual(Array(6).fill(text));
  expect(daysUntil(text)).toBeNaN();
});

test('a day of UTC stays that day, and days are counted from one midnight of UTC to the next', () => {
  expect(formatLocalDay('2027-05-31')).toBe('31 May 2027');
  expect(daysUntil('2026-12-01T00:00:00Z', Date.parse('2026-11-30T23:59:00Z'))).toBe(1);
  expect(daysUntil('2026-11-29', Date.parse('2026-11-30T00:00:00Z'))).toBe(-1);
});
