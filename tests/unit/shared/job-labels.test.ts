import { describe, expect, it } from 'vitest';
import {
  daysLeft,
  formatClosing,
  formatDaysLeft,
  formatJobLocation,
  formatPublicSalary,
  formatSalary,
  isOpen,
  isOver,
} from '#shared/job-labels.ts';
import { endOf } from '#shared/schemas/job-words.ts';

it.each([
  [{ location_type: 'hybrid', city: 'Peshawar', country: 'Pakistan' }, 'Peshawar, Pakistan · Hybrid'],
  [{ location_type: 'onsite', city: 'پشاور', country: 'پاکستان' }, 'پشاور، پاکستان · On-site'],
  [{ location_type: 'remote', city: null, region: '', country: null }, 'Remote'],
  [{}, ''],
] as const)('the place of the job %j is %j', (job, text) => expect(formatJobLocation(job)).toBe(text));

const pay = {
  salary_min: 150_000,
  salary_max: 220_000,
  salary_currency: 'PKR',
  salary_unit: 'MONTH',
} as const;

it.each([
  [{}, 'PKR 150,000–220,000 a month'],
  [{ salary_max: 150_000 }, 'PKR 150,000 a month'],
  [{ salary_max: null }, 'From PKR 150,000 a month'],
  [{ salary_min: null }, 'Up to PKR 220,000 a month'],
  [{ salary_min: 12.5, salary_max: 20, salary_currency: 'USD', salary_unit: 'HOUR' }, 'USD 12.50–20 an hour'],
  [{ salary_min: 0, salary_max: 0 }, 'PKR 0 a month'],
  [{ salary_currency: null, salary_unit: null }, '150,000–220,000'],
  [{ salary_min: null, salary_max: null }, undefined],
] as const)('the pay of the job %j is %j, and told to visitors only where it says so', (change, text) => {
  expect(formatSalary({ ...pay, ...change })).toBe(text);
  expect(formatPublicSalary({ ...pay, ...change, show_salary: 1 })).toBe(text);
  expect(formatPublicSalary({ ...pay, ...change, show_salary: 0 })).toBeUndefined();
});

describe('the end of a job', () => {
  const day = '2026-12-31';
  const hour = '2026-12-31T17:00:00.000Z';

  it.each([
    [day, '2026-11-21T12:00:00Z', 'UTC', 'Closes 31 December 2026', 40, undefined],
    [day, '2026-12-24T00:00:00Z', 'UTC', 'Closes 31 December 2026', 7, '7 days left'],
    [day, '2026-12-30T23:59:59.999Z', 'UTC', 'Closes tomorrow', 1, '1 day left'],
    [day, '2026-12-31T23:59:59.999Z', 'UTC', 'Closes today', 0, 'Last day'],
    [day, '2027-01-01T00:00:00Z', 'UTC', 'Closed 31 December 2026', -1, undefined],
    // The day ends in the zone of the company.
    [day, '2026-12-31T18:59:59.999Z', 'Asia/Karachi', 'Closes today', 0, 'Last day'],
    [day, '2026-12-31T19:00:00Z', 'Asia/Karachi', 'Closed 31 December 2026', -1, undefined],
    [hour, '2026-12-31T16:59:59.999Z', 'UTC', 'Closes today, 17:00 UTC', 0, 'Last day'],
    [hour, '2026-12-01T00:00:00Z', 'Asia/Karachi', 'Closes 31 December 2026, 22:00 UTC+05:00', 30, undefined],
    [null, '2026-12-31T17:00:00Z', 'UTC', undefined, undefined, undefined],
    ['soon', '2026-12-31T17:00:00Z', 'UTC', undefined, undefined, undefined],
  ])('%s, seen at %s in %s', (closes_at, at, zone, text, days, left) => {
    const now = new Date(at);
    expect(formatClosing({ closes_at }, now, zone)).toBe(text);
    expect(daysLeft({ closes_at }, now, zone)).toBe(days);
    expect(formatDaysLeft({ closes_at }, now, zone)).toBe(left);
    expect(isOver({ closes_at }, now, zone)).toBe(days === -1);
    expect(isOpen({ closes_at, status: 'open' }, now, zone)).toBe(days !== -1);
    expect(isOpen({ closes_at, status: 'filled' }, now, zone)).toBe(false);
  });

  it('is over at its own moment', () => {
    expect(isOver({ closes_at: hour }, new Date(hour), 'UTC')).toBe(true);
  });

  it('comes by summer time too', () => {
    expect(endOf('2026-07-01', 'America/Los_Angeles')).toBe('2026-07-02T07:00:00.000Z');
    expect(endOf('2026-03-08', 'America/Los_Angeles')).toBe('2026-03-09T07:00:00.000Z');
    expect(endOf('1900-01-01', 'Asia/Karachi')).toBe('1900-01-01T19:32:00.000Z');
  });
});
