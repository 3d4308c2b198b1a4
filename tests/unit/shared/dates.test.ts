import { expect, it } from 'vitest';
import { formatDay, momentOf } from '#shared/dates.ts';

it.each([
  ['2026-11-20T09:30:00.000000Z', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20 09:30:00', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20 09:30:00 +0500', '2026-11-20T04:30:00.000Z'],
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['20 Nov 2026', undefined],
  ['2026-13-40', undefined],
  ['0000-00-00 00:00:00', undefined],
  ['1e99', undefined],
  [null, undefined],
])('%s means %s wherever the server stands', (text, iso) => expect(momentOf(text)?.toISOString()).toBe(iso));

it.each([
  ['2026-12-31', '31 December 2026'],
  ['2026-01-01T00:00:00+05:00', '31 December 2025'],
  ['', undefined],
])('the day %j is %j', (iso, text) => expect(formatDay(iso)).toBe(text));
