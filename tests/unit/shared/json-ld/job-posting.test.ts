import { expect, it } from 'vitest';
import { jobPostingJsonLd, type PostingJob } from '#shared/json-ld/job-posting.ts';

const now = new Date('2026-11-21T12:00:00Z');
const url = 'https://studio.example/careers/apply/7';
const company = { zone: 'UTC', name: 'Naqsh Studio', url: 'https://studio.example/', country: 'Pakistan' };
const editor: PostingJob = {
  id: 7,
  title: 'Film editor',
  description: '<p>You cut.</p>',
  employment_type: 'FULL_TIME',
  openings: 2,
  location_type: 'onsite',
  city: 'Peshawar',
  region: 'Khyber Pakhtunkhwa',
  country: 'Pakistan',
  salary_min: 140_000,
  salary_max: 190_000,
  salary_currency: 'PKR',
  salary_unit: 'MONTH',
  show_salary: 1,
  status: 'open',
  posted_at: '2026-11-01T09:30:00.000Z',
  closes_at: '2026-12-31',
};
const remote: Partial<PostingJob> = { location_type: 'remote', city: null, region: null };
/** Returns the markup as a page contains it. */
const markup = (change: Partial<PostingJob> = {}, employer: object = company) => {
  const made = jobPostingJsonLd({ ...editor, ...change }, employer as typeof company, { url, now });
  return made && JSON.parse(JSON.stringify(made));
};

it('a posting has every field that the guide to JobPosting names, in the shapes of schema.org', () => {
  expect(markup()).toEqual({
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: 'Film editor',
    description: '<p>You cut.</p>',
    url,
    datePosted: '2026-11-01',
    validThrough: '2026-12-31T23:59:59Z',
    employmentType: 'FULL_TIME',
    identifier: { '@type': 'PropertyValue', name: 'Naqsh Studio', value: '7' },
    hiringOrganization: { '@type': 'Organization', name: 'Naqsh Studio', sameAs: company.url },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'Peshawar',
        addressRegion: 'Khyber Pakhtunkhwa',
        addressCountry: 'PK',
      },
    },
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: 'PKR',
      value: { '@type': 'QuantitativeValue', minValue: 140_000, maxValue: 190_000, unitText: 'MONTH' },
    },
    totalJobOpenings: 2,
    directApply: true,
  });
});

it.each<[Partial<PostingJob>, object]>([
  [
    { ...remote, country: 'Turkey' },
    { jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: { '@type': 'Country', name: 'Turkey' } },
  ],
  [
    { ...remote, country: null },
    {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: 'Pakistan' },
    },
  ],
  [
    { location_type: 'hybrid', city: null, region: null },
    { jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressCountry: 'PK' } } },
  ],
  [{ salary_max: 140_000 }, { baseSalary: { value: { value: 140_000 } } }],
  [{ salary_max: null }, { baseSalary: { value: { minValue: 140_000 } } }],
  [{ closes_at: '2026-12-31T17:00:00.000Z' }, { validThrough: '2026-12-31T17:00:00.000Z' }],
  [{ posted_at: null, created_at: '2026-10-05T00:00:00Z' }, { datePosted: '2026-10-05' }],
  [{ posted_at: null }, { datePosted: '2026-11-21' }],
  [{ created_at: '2026-10-05T00:00:00Z' }, { datePosted: '2026-11-01' }],
  [
    {
      description:
        '<p>One<img alt="a > b" src="data:image/png;base64,AAAA">two</p><iframe src="https://player.vimeo.com/1"></iframe><p>image</p>',
    },
    { description: '<p>Onetwo</p><p>image</p>' },
  ],
])('with %j it says %j', (change, said) => expect(markup(change)).toMatchObject(said));

it.each<[Partial<PostingJob>, string]>([
  [{ employment_type: null }, 'employmentType'],
  [{ show_salary: 0 }, 'baseSalary'],
  [{ salary_min: null, salary_max: null }, 'baseSalary'],
  [{ salary_currency: null }, 'baseSalary'],
  [{ closes_at: null }, 'validThrough'],
])('with %j it says nothing of %s', (change, field) => expect(markup(change)).not.toHaveProperty(field));

it('a company elsewhere has its own end of the day, and one without an address names no country', () => {
  expect(markup({}, { ...company, zone: 'Asia/Karachi' })?.validThrough).toBe('2026-12-31T18:59:59Z');
  const nowhere = markup({ ...remote, country: null }, { ...company, country: undefined });
  expect(nowhere).not.toHaveProperty('applicantLocationRequirements');
});

it.each<Partial<PostingJob>>([
  { status: 'draft' },
  { closes_at: '2026-11-20' },
  { closes_at: '2026-11-21T12:00:00.000Z' },
])('a job that is not open has no markup: %j', (change) => expect(markup(change)).toBeUndefined());
