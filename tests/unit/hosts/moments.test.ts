import { expect, it } from 'vitest';
import { readDateTime, writeDateTime } from '../../../hosts/adapt/field-codecs.ts';

const karachi = { zone: 'Asia/Karachi', write: 'sql' } as const;
const berlin = { zone: 'Europe/Berlin', write: 'sql' } as const;

it.each([
  ['2024-05-01 10:00:00', karachi, '2024-05-01T05:00:00.000Z'],
  ['2024-05-01T10:00:00.123456Z', karachi, '2024-05-01T10:00:00.123Z'],
  ['2024-05-01T10:00:00+0200', karachi, '2024-05-01T08:00:00.000Z'],
  ['2024-05-01', karachi, '2024-05-01'],
  [1714557600, karachi, '2024-05-01T10:00:00.000Z'],
  [1714557600123, karachi, '2024-05-01T10:00:00.123Z'],
  ['', karachi, null],
  ['soon', karachi, 'soon'],
  ['06.10.2026 09:15', berlin, '2026-10-06T07:15:00.000Z'],
  ['6.1.2026', berlin, '2026-01-06'],
  ['10/06/2026 09:15', berlin, '10/06/2026 09:15'],
  ['31/12/2026 09:15', { ...berlin, read: 'dmy' }, '2026-12-31T08:15:00.000Z'],
  ['12-31-2026', { ...berlin, read: 'mdy' }, '2026-12-31'],
  // The day on which the clocks go forward: before and after the change.
  ['2026-03-29 01:30:00', berlin, '2026-03-29T00:30:00.000Z'],
  ['2026-03-29 03:30:00', berlin, '2026-03-29T01:30:00.000Z'],
] as const)('reads %s in its zone', (value, dates, iso) => {
  expect(readDateTime(value, dates)).toBe(iso);
});

it.each([
  ['2024-05-01T05:00:00.000Z', karachi, '2024-05-01 10:00:00'],
  ['2024-05-01T05:00:00.000Z', { ...karachi, write: 'unix' }, 1714539600],
  ['2024-05-01T05:00:00.000Z', { ...karachi, write: 'unix_ms' }, 1714539600000],
  ['2024-05-01T05:00:00Z', { ...karachi, write: 'iso' }, '2024-05-01T05:00:00.000Z'],
  ['2024-05-01', karachi, '2024-05-01'],
  ['2024-05-01T20:00:00.000Z', { ...karachi, write: 'dmy' }, '02/05/2024 01:00'],
  ['2024-05-01', { ...karachi, write: 'dmy' }, '01/05/2024'],
] as const)('writes %s as the host has it', (text, dates, written) => {
  expect(writeDateTime(text, dates)).toBe(written);
});
