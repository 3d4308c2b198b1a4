import { describe, expect, it } from 'vitest';
import { jobPostingJsonLd, type PostingJob } from '#shared/json-ld/job-posting.ts';

const now = new Date('2026-11-21T12:00:00Z');
const url = 'https://studio.example/careers/apply/7';
const company = {
  zone: 'UTC',
  name: 'Naqsh Studio',
  url: 'https://studio.example/',
  logo: 'https://studio.example/logo.png',
  country: 'Pakistan',
};
const editor: PostingJob = {
  id: 7,
  title: 'Film editor',
  description: '<p>You cut.</p>',
  employment_type: 'FULL_TIME',
  location_type: 'onsite',
  city: 'Peshawar',
  region: 'Khyber Pakhtunkhwa',
  country: 'Pakistan',
  salary_min: 140_000,
  salary_max: 190_000,
  salary_currency: 'PKR',
  salary_unit: 'MONTH',
  show_salary: 1,
  openings: 2,
  status: 'open',
  posted_at: '2026-11-01T09:30:00.000Z',
  closes_at: '2026-12-31',
};
const remote: Partial<PostingJob> = { location_type: 'remote', city: null, region: null };
const markup = (change: Partial<PostingJob> = {}) =>
  jobPostingJsonLd({ ...editor, ...change }, company, { url, now });

/** Google's guide to JobPosting, as of 2026: required and recommended fields of a posting, by kind of place. */
const required = ['title', 'description', 'datePosted', 'hiringOrganization'];
const recommended = ['validThrough', 'employmentType', 'identifier', 'baseSalary', 'directApply'];
const placeOfOffice = ['jobLocation'];
const placeOfRemote = ['jobLocationType', 'applicantLocationRequirements'];

describe('the markup of a posting', () => {
  it.each<[string, Partial<PostingJob>, string[]]>([
    ['on site', {}, placeOfOffice],
    ['hybrid', { location_type: 'hybrid' }, placeOfOffice],
    ['remote', remote, placeOfRemote],
  ])('has every field that the guide names, and no others than these: %s', (_kind, change, place) => {
    const fields = Object.keys(markup(change) ?? {});
    const ours = ['@context', '@type', 'url', 'totalJobOpenings'];
    expect(fields.sort()).toEqual([...required, ...recommended, ...place, ...ours].sort());
  });

  it('says nothing of the employment where a host does not', () => {
    expect(markup({ employment_type: null })).not.toHaveProperty('employmentType');
  });

  it('has the shapes of schema.org', () => {
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
      hiringOrganization: {
        '@type': 'Organization',
        name: 'Naqsh Studio',
        sameAs: 'https://studio.example/',
        logo: 'https://studio.example/logo.png',
      },
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

  it('names the country from which people may apply to a remote job, that of the company where the job has none', () => {
    const country = (name: string) => ({
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name },
    });
    expect(markup({ ...remote, country: 'Turkey' })).toMatchObject(country('Turkey'));
    expect(markup({ ...remote, country: null })).toMatchObject(country('Pakistan'));
    const nowhere = { zone: 'UTC', name: 'Mahr', url: 'https://mahr.example' };
    const job = { ...editor, ...remote, country: null };
    expect(jobPostingJsonLd(job, nowhere, { url: 'https://mahr.example/1', now })).not.toHaveProperty(
      'applicantLocationRequirements',
    );
  });

  it.each<[Partial<PostingJob>, object]>([
    [{ salary_max: 140_000 }, { value: 140_000 }],
    [{ salary_max: null }, { minValue: 140_000 }],
    [{ salary_min: null }, { maxValue: 190_000 }],
  ])('says the pay of %j as %j', (change, value) => {
    expect(markup(change)?.baseSalary?.value).toEqual({
      '@type': 'QuantitativeValue',
      unitText: 'MONTH',
      ...value,
    });
  });

  it.each<Partial<PostingJob>>([
    { show_salary: 0 },
    { salary_min: null, salary_max: null },
    { salary_currency: null },
    { salary_unit: null },
  ])('says nothing of pay with %j', (change) => expect(markup(change)).not.toHaveProperty('baseSalary'));

  it('has no end for a job without one, and its moment for one that has it', () => {
    const inKarachi = { ...company, zone: 'Asia/Karachi' };
    expect(jobPostingJsonLd(editor, inKarachi, { url, now })?.validThrough).toBe('2026-12-31T18:59:59Z');
    expect(markup({ closes_at: null })).not.toHaveProperty('validThrough');
    expect(markup({ closes_at: '2026-12-31T17:00:00.000Z' })?.validThrough).toBe('2026-12-31T17:00:00.000Z');
  });

  it('takes the day of its making, or today, for a job of a host that keeps no day of posting', () => {
    expect(markup({ posted_at: null, created_at: '2026-10-05T00:00:00Z' })?.datePosted).toBe('2026-10-05');
    expect(markup({ posted_at: null })?.datePosted).toBe('2026-11-21');
  });

  it('leaves images and videos out of the description', () => {
    const description =
      '<p>One<img alt="a > b" src="data:image/png;base64,AAAA">two</p><iframe src="https://player.vimeo.com/1"></iframe><p>image</p>';
    expect(markup({ description })?.description).toBe('<p>Onetwo</p><p>image</p>');
  });

  it.each<Partial<PostingJob>>([
    { status: 'draft' },
    { status: 'closed' },
    { status: 'filled' },
    { closes_at: '2026-11-20' },
    { closes_at: '2026-11-21T12:00:00.000Z' },
  ])('does not exist for a job that is not open: %j', (change) => expect(markup(change)).toBeUndefined());
});
