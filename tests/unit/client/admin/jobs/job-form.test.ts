import { describe, expect, test } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages, messageText } from '#shared/messages.ts';
import type { Job } from '#shared/schemas/job.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import {
  copyOf,
  type JobValues,
  jobBody,
  jobProblems,
  newJob,
  valuesOf,
} from '../../../../../client/admin/jobs/job-form.ts';

const blank = newJob(sampleSite);
const now = new Date('2026-11-20T15:00:00Z');
const filled: JobValues = {
  ...blank,
  title: 'Film editor',
  department: 'Film',
  description: '<p>You cut.</p>',
};
const problems = (change: Partial<JobValues>, before = blank) =>
  jobProblems({ ...filled, ...change }, before, now, 'UTC');

const stored: Job = {
  id: 7,
  title: 'Film editor',
  slug: 'film-editor',
  department: 'Film',
  employment_type: 'PART_TIME',
  location_type: 'hybrid',
  city: 'Lahore',
  region: null,
  country: 'Pakistan',
  description: '<p>You cut.</p>',
  salary_min: 150_000,
  salary_max: null,
  salary_currency: 'PKR',
  salary_unit: 'MONTH',
  show_salary: 1,
  openings: 2,
  status: 'open',
  v_order: 4,
  posted_at: '2026-11-01T00:00:00.000Z',
  closes_at: '2026-12-31T17:00:00.000Z',
  updated_at: '2026-11-02T00:00:00.000Z',
};

describe('what the form refuses', () => {
  test('nothing of a job that is whole', () => {
    expect(problems({})).toEqual({});
    expect(problems({ status: 'open' })).toEqual({});
  });

  test.each<[Partial<JobValues>, keyof JobValues, string]>([
    [{ title: '  ' }, 'title', messages['job.titleRequired']],
    [{ department: '' }, 'department', messages['job.departmentRequired']],
    [{ city: '' }, 'city', messages['job.cityRequired']],
    [{ country: '' }, 'country', messages['job.countryRequired']],
    [{ openings: '0' }, 'openings', messageText('field.outOfRange', { min: 1, max: 999 })],
    [{ salary_min: '1,5' }, 'salary_min', messageText('field.badAmount', { max: 1_000_000_000 })],
    [{ salary_min: '3', salary_max: '2' }, 'salary_max', messages['job.salaryRange']],
    [{ salary_min: '3', salary_currency: '' }, 'salary_currency', messages['job.currencyRequired']],
    [{ salary_min: '3', salary_unit: '' }, 'salary_unit', messages['job.unitRequired']],
    [{ salary_currency: 'RS' }, 'salary_currency', messages['job.badCurrency']],
    [{ status: 'open', description: '<p><br></p>' }, 'description', deskMessages['job.descriptionRequired']],
    [{ status: 'open', closes_at: '2026-11-19' }, 'closes_at', deskMessages['job.closesInPast']],
  ])('%j', (change, field, text) => {
    expect(problems(change)).toEqual({ [field]: text });
  });

  test('neither words nor a coming date of a draft, nor a place of a remote job', () => {
    expect(problems({ description: '', closes_at: '2020-01-01' })).toEqual({});
    expect(problems({ location_type: 'remote', city: '', country: '' })).toEqual({});
  });

  test('not the date of an open job that ran out, as long as nobody touches it', () => {
    const before: JobValues = { ...filled, status: 'open', closes_at: '2026-11-01' };
    expect(problems({ status: 'open', closes_at: '2026-11-01' }, before)).toEqual({});
    expect(problems({ status: 'open', closes_at: '2026-11-02' }, before)).toHaveProperty('closes_at');
  });
});

describe('what is sent', () => {
  test('a stored job comes through the form as it was, without its place in the order', () => {
    const { id, slug, v_order, posted_at, ...fields } = stored;
    expect(jobBody(valuesOf(stored), stored.updated_at)).toEqual(fields);
  });

  test.each([
    ['150000', 150_000],
    ['150,000', 150_000],
    ['1,50,000', 150_000],
    ['1,250.50', 1250.5],
    ['', null],
  ])('the amount %j is %j', (text, amount) => {
    expect(jobBody({ ...filled, salary_min: text }, undefined).salary_min).toBe(amount);
  });

  test('a copy is a draft without the date of the other', () => {
    expect(copyOf(stored)).toEqual({
      ...valuesOf(stored),
      title: 'Copy of Film editor',
      status: 'draft',
      closes_at: '',
    });
  });
});
