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

/** A time on this machine's clock, in any time zone. */
const local = (...parts: [number, number, number, number, number]) => new Date(...parts);
const afternoon = local(2026, 10, 21, 14, 5);

test('a moment is told in the reader’s own time', () => {
  expect(formatMoment(afternoon.toISOString())).toBe('21 Nov 2026, 14:05');
  expect(formatFullMoment(afternoon.toISOString())).toBe('Saturday, 21 November 2026 at 14:05');
});

test('a list of mail has the time of today, the day of this year, and the year of another', () => {
  const now = local(2026, 10, 21, 18, 0);
  expect(formatInboxMoment(afternoon.toISOString(), now)).toBe('14:05');
  expect(formatInboxMoment(local(2026, 4, 12, 9, 0).toISOString(), now)).toBe('12 May');
  expect(formatInboxMoment(local(2024, 4, 12, 9, 0).toISOString(), now)).toBe('12 May 2024');
});

test('a blank between day and time, as many databases write it, is read like any other moment, and as UTC', () => {
  const iso = '2026-05-12T14:05:00Z';
  expect(formatMoment('2026-05-12 14:05:00')).toBe(formatMoment(iso));
  expect(formatAge('2026-05-12 14:05:00', Date.parse(iso) + 3 * 60_000)).toBe('3 minutes ago');
});

test.each(['some day', '', '2026-13-40', '0000-00-00 00:00:00'])('%j is shown as it came', (text) => {
  const now = local(2026, 10, 21, 18, 0);
  expect([formatMoment(text), formatFullMoment(text), formatLocalDay(text), formatDayOfYear(text)]).toEqual(
    Array.from({ length: 4 }, () => text),
  );
  expect([formatInboxMoment(text, now), formatAge(text, now.getTime())]).toEqual([text, text]);
  expect(daysUntil(text)).toBeNaN();
});

test('a day of UTC stays that day, and days are counted from one midnight of UTC to the next', () => {
  expect(formatLocalDay('2027-05-31')).toBe('31 May 2027');
  expect(formatDayOfYear('2027-05-31')).toBe('31 May');
  expect(daysUntil('2026-12-01T00:00:00Z', Date.parse('2026-11-30T23:59:00Z'))).toBe(1);
  expect(daysUntil('2026-11-29', Date.parse('2026-11-30T00:00:00Z'))).toBe(-1);
});

test('midnight is the beginning of a day by any clock', () => {
  expect(formatDayAndTime(local(2026, 10, 21, 0, 0).getTime(), afternoon.getTime())).toBe('00:00');
});
