import { describe, expect, test } from 'vitest';
import { jobPostingJsonLd } from '#shared/json-ld/job-posting.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { type JobValues, newJob } from '../../../../../client/admin/jobs/job-form.ts';
import { previewJob } from '../../../../../client/admin/jobs/preview-job.ts';
import { searchAdvice, searchReading } from '../../../../../client/admin/jobs/search-advice.ts';

const blank = newJob(sampleSite);
const now = new Date('2026-11-20T15:00:00Z');
const whole: JobValues = {
  ...blank,
  title: 'Film editor',
  department: 'Film',
  description: `<p>${'You cut what others shoot. '.repeat(12)}</p>`,
  salary_min: '150,000',
  show_salary: true,
  closes_at: '2026-12-31',
};
const company = { zone: 'UTC', name: 'Naqsh Studio', country: 'Pakistan' };
const preview = (change: Partial<JobValues> = {}) => previewJob({ ...whole, ...change }, undefined, now);
const advice = (change: Partial<JobValues>) =>
  searchAdvice(preview(change), company, now).map(({ weight, text }) => `${weight}: ${text}`);

describe('what a posting lacks for search engines', () => {
  test('nothing, when all is there', () => {
    expect(advice({})).toEqual([]);
  });

  test.each<[Partial<JobValues>, RegExp]>([
    [{ title: '' }, /^missing: .*no title/],
    [{ title: 'FILM EDITOR' }, /^better: .*capitals/],
    [{ title: 'Film editor, apply now!' }, /^better: .*advert/],
    [{ title: 'Film editor at Naqsh Studio' }, /^better: .*includes the company name/],
    [{ description: '<p><br></p>' }, /^missing: .*no description/],
    [{ description: '<p>You cut.</p>' }, /^better: .*short/],
    [{ city: '' }, /^missing: .*no city/],
    [{ country: '' }, /^missing: .*no country/],
    [{ country: 'Pakistn' }, /^better: “Pakistn” is no country/],
    [{ region: '' }, /^better: .*no region/],
    [{ location_type: 'remote', country: '' }, /^better: No country is given/],
    [{ salary_min: '' }, /^better: No pay/],
    [{ show_salary: false }, /^better: .*hidden from visitors/],
    [{ salary_currency: 'RS' }, /^better: .*currency/],
    [{ closes_at: '' }, /^better: .*closing date/],
    [{ closes_at: '2026-11-01' }, /^missing: .*has passed/],
  ])('%j', (change, text) => {
    expect(advice(change)).toEqual([expect.stringMatching(text)]);
  });

  test('a country, for a remote job of a company without an address', () => {
    const remote = { location_type: 'remote', country: '' } as const;
    const found = searchAdvice(preview(remote), { name: 'Mahr', country: undefined, zone: 'UTC' }, now);
    expect(found).toEqual([
      expect.objectContaining({ weight: 'missing', text: expect.stringMatching(/no address/) }),
    ]);
  });
});

test('what is read is what the markup says', () => {
  const job = preview({ location_type: 'remote' });
  const employer = { zone: 'UTC', name: 'Naqsh Studio', url: 'https://naqsh.example', country: 'Pakistan' };
  const markup = jobPostingJsonLd(job, employer, { url: 'https://naqsh.example/careers/apply/1', now });
  if (!markup) throw new Error('An open job has markup.');
  const reading = searchReading(markup, job);
  expect(Object.fromEntries(reading.map(({ field, text }) => [field, text]))).toEqual({
    title: 'Film editor',
    datePosted: '20 November 2026',
    validThrough: '31 December 2026',
    employmentType: 'Full-time',
    hiringOrganization: 'Naqsh Studio',
    jobLocationType: 'Anywhere: the job is remote',
    applicantLocationRequirements: 'Pakistan',
    baseSalary: 'From PKR 150,000 a month',
    totalJobOpenings: '1',
    identifier: 'set when saved',
    directApply: 'On the posting itself',
  });
});
