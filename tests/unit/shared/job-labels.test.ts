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
  type JobSalary,
} from '#shared/job-labels.ts';
import { endOf } from '#shared/schemas/job-words.ts';

const pay: JobSalary = {
  salary_min: 150_000,
  salary_max: 220_000,
  salary_currency: 'PKR',
  salary_unit: 'MONTH',
};

describe('the place of a job', () => {
  it.each([
    [{ location_type: 'hybrid', city: 'Peshawar', country: 'Pakistan' }, 'Peshawar, Pakistan · Hybrid'],
    [{ location_type: 'onsite', city: 'پشاور', country: 'پاکستان' }, 'پشاور، پاکستان · On-site'],
    [{ location_type: 'onsite', region: 'Punjab', country: 'Pakistan' }, 'Punjab, Pakistan · On-site'],
    [{ location_type: 'remote', country: 'Pakistan' }, 'Pakistan · Remote'],
    [{ location_type: 'remote', city: null, region: '', country: null }, 'Remote'],
    [{ city: 'Lahore' }, 'Lahore'],
    [{}, ''],
  ] as const)('%j is %j', (job, text) => expect(formatJobLocation(job)).toBe(text));
});

describe('the pay of a job', () => {
  it.each<[Partial<JobSalary>, string | undefined]>([
    [{}, 'PKR 150,000–220,000 a month'],
    [{ salary_max: 150_000 }, 'PKR 150,000 a month'],
    [{ salary_max: null }, 'From PKR 150,000 a month'],
    [{ salary_min: null }, 'Up to PKR 220,000 a month'],
    [
      { salary_min: 12.5, salary_max: 20, salary_currency: 'USD', salary_unit: 'HOUR' },
      'USD 12.50–20 an hour',
    ],
    [{ salary_min: 0, salary_max: 0 }, 'PKR 0 a month'],
    [{ salary_currency: null, salary_unit: null }, '150,000–220,000'],
    [{ salary_min: null, salary_max: null }, undefined],
  ])('%j is %j', (change, text) => expect(formatSalary({ ...pay, ...change })).toBe(text));

  it('is told to visitors only where the job says so', () => {
    expect(formatPublicSalary({ ...pay, show_salary: 0 })).toBeUndefined();
    expect(formatPublicSalary({ ...pay, show_salary: 1 })).toBe('PKR 150,000–220,000 a month');
  });
});

describe('the end of a job', () => {
  const at = (iso: string) => new Date(iso);
  const yearEnd = { closes_at: '2026-12-31' };

  it.each([
    ['2026-11-21T12:00:00Z', 'Closes 31 December 2026', 40, undefined],
    ['2026-12-24T00:00:00Z', 'Closes 31 December 2026', 7, '7 days left'],
    ['2026-12-30T23:59:59.999Z', 'Closes tomorrow', 1, '1 day left'],
    ['2026-12-31T00:00:00Z', 'Closes today', 0, 'Last day'],
    ['2026-12-31T23:59:59.999Z', 'Closes today', 0, 'Last day'],
    ['2027-01-01T00:00:00Z', 'Closed 31 December 2026', -1, undefined],
  ])('on the last day of the year, seen at %s', (now, text, days, left) => {
    expect(formatClosing(yearEnd, at(now), 'UTC')).toBe(text);
    expect(daysLeft(yearEnd, at(now), 'UTC')).toBe(days);
    expect(formatDaysLeft(yearEnd, at(now), 'UTC')).toBe(left);
    expect(isOver(yearEnd, at(now), 'UTC')).toBe(days < 0);
  });

  it('comes when the day ends in the zone of the company, by summer time too', () => {
    const karachi = 'Asia/Karachi';
    expect(isOver(yearEnd, at('2026-12-31T18:59:59.999Z'), karachi)).toBe(false);
    expect(isOver(yearEnd, at('2026-12-31T19:00:00Z'), karachi)).toBe(true);
    expect(daysLeft(yearEnd, at('2026-12-30T19:00:00Z'), karachi)).toBe(0);
    expect(endOf('2026-07-01', 'America/Los_Angeles')).toBe('2026-07-02T07:00:00.000Z');
    expect(endOf('2026-03-08', 'America/Los_Angeles')).toBe('2026-03-09T07:00:00.000Z');
    expect(endOf('1900-01-01', karachi)).toBe('1900-01-01T19:32:00.000Z');
    const job = { closes_at: '2026-12-31T19:30:00.000Z' };
    expect(formatClosing(job, at('2026-12-01T00:00:00Z'), karachi)).toBe(
      'Closes 1 January 2027, 00:30 UTC+05:00',
    );
  });

  it('within a day has its hour, and is over at that moment', () => {
    const job = { closes_at: '2026-12-31T17:00:00.000Z' };
    expect(formatClosing(job, at('2026-12-01T00:00:00Z'), 'UTC')).toBe('Closes 31 December 2026, 17:00 UTC');
    expect(formatClosing(job, at('2026-12-31T16:59:00Z'), 'UTC')).toBe('Closes today, 17:00 UTC');
    expect(isOver(job, at('2026-12-31T16:59:59.999Z'), 'UTC')).toBe(false);
    expect(isOver(job, at('2026-12-31T17:00:00Z'), 'UTC')).toBe(true);
    expect(formatClosing(job, at('2026-12-31T17:00:00Z'), 'UTC')).toBe('Closed 31 December 2026');
    expect(formatDaysLeft(job, at('2026-12-31T17:00:00Z'), 'UTC')).toBeUndefined();
  });

  it.each([null, undefined, 'soon'])('never comes when it is %j', (closes_at) => {
    const now = at('2026-12-31T17:00:00Z');
    expect(formatClosing({ closes_at }, now, 'UTC')).toBeUndefined();
    expect(daysLeft({ closes_at }, now, 'UTC')).toBeUndefined();
    expect(isOver({ closes_at }, now, 'UTC')).toBe(false);
  });

  it('counts for open jobs only', () => {
    const now = at('2026-12-31T12:00:00Z');
    expect(isOpen({ ...yearEnd, status: 'open' }, now, 'UTC')).toBe(true);
    expect(isOpen({ ...yearEnd, status: 'filled' }, now, 'UTC')).toBe(false);
    expect(isOpen({ closes_at: '2026-12-30', status: 'open' }, now, 'UTC')).toBe(false);
  });
});
