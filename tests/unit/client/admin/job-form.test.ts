import { expect, test } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import { copyOf, jobProblems, newJob, wireOf } from '../../../../client/admin/jobs/job-form.ts';

test('a new job begins with the company’s place, a copy as a draft without an end; pay is sent without separators', () => {
  expect(newJob({ address: { city: 'Oslo', country: 'Norway' }, currency: 'NOK' } as never)).toMatchObject({
    city: 'Oslo',
    region: '',
    country: 'Norway',
    salary_currency: 'NOK',
    openings: '1',
  });
  expect(
    copyOf({ title: 'Grip', city: 'Peshawar', closes_at: '2026-11-30', status: 'open' } as never),
  ).toMatchObject({
    title: 'Copy of Grip',
    status: 'draft',
    closes_at: '',
    city: 'Peshawar',
  });
  const pay = (salary_min: string, salary_max = '') => Object.values(wireOf({ salary_min, salary_max }));
  expect([...pay('150,000', '1,50,000'), ...pay(' 15,00 ')]).toEqual(['150000', '150000', '15,00', '']);
});

test('only a job that opens needs a text, and an end that is to come', () => {
  const past = { status: 'open', description: '', closes_at: '2020-01-01T00:00:00.000Z' };
  const problemsOf = (values: object, before?: object) =>
    jobProblems({ ...past, ...values } as never, {}, before as never, 'UTC');
  const [description, closes_at] = [
    deskMessages['job.descriptionRequired'],
    deskMessages['job.closesInPast'],
  ];
  expect(problemsOf({})).toEqual({ description, closes_at });
  expect(problemsOf({ status: 'draft' })).toEqual({});
  expect(problemsOf({}, past)).toEqual({ description });
  expect(problemsOf({}, { ...past, status: 'closed' })).toEqual({ description, closes_at });
});
