import { expect, test } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import { copyOf, jobProblems, newJob, wireOf } from '../../../../client/admin/jobs/job-form.ts';
import { searchAdvice } from '../../../../client/admin/jobs/search-advice.ts';

const now = new Date('2026-11-21T12:00:00Z');
const good = {
  ...{ title: 'Grip', description: `<p>${'You hold the light. '.repeat(20)}</p>`, location_type: 'onsite' },
  ...{ city: 'Peshawar', region: 'KP', country: 'Pakistan', closes_at: '2026-11-30' },
  ...{ salary_min: 1, salary_max: null, show_salary: 1, salary_currency: 'PKR', salary_unit: 'MONTH' },
};

test.each([
  [{}, undefined],
  [{ title: ' ' }, 'missing: The job has no title yet.'],
  [{ description: '<p><br></p>' }, 'missing: The job has no description yet.'],
  [{ description: '<p>Hold.</p>' }, 'better: The description is short.'],
  [{ city: null, region: null }, 'missing: The workplace has no city.'],
  [{ region: null }, 'better: The workplace has no region.'],
  [{ country: 'Narnia' }, 'better: “Narnia” is no country'],
  [{ location_type: 'remote', city: null, country: null }, 'better: No country is given, so'],
  [{ salary_min: null }, 'better: No pay is specified.'],
  [{ show_salary: 0 }, 'better: Pay is hidden'],
  [{ salary_unit: null }, 'better: Pay needs a currency'],
  [{ closes_at: null }, 'better: Without a closing date'],
  [{ closes_at: '2026-11-20' }, 'missing: The closing date has passed.'],
])('a posting with %j is advised: %s', (change, advice) => {
  const found = searchAdvice({ ...good, ...change } as never, { country: 'PK', zone: 'UTC' }, now);
  expect(found.map(({ weight, text }) => `${weight}: ${text}`)).toEqual(
    advice ? [expect.stringContaining(advice)] : [],
  );
});

test('a new job begins with the company’s place, a copy as a draft without an end; pay is sent without separators', () => {
  expect(newJob({ address: { city: 'Oslo', country: 'Norway' }, currency: 'NOK' } as never)).toMatchObject({
    ...{ city: 'Oslo', region: '', country: 'Norway', salary_currency: 'NOK', openings: '1' },
  });
  expect(copyOf({ ...good, status: 'open' } as never)).toMatchObject({
    ...{ title: 'Copy of Grip', status: 'draft', closes_at: '', city: 'Peshawar' },
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
