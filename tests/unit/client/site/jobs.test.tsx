import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { messages } from '#shared/messages.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import * as rules from '../../../../client/api/contract-rows.ts';
import { createQueryClient } from '../../../../client/api/query-client.ts';
import { formTokenQuery } from '../../../../client/forms/visitor/form-token.ts';
import {
  type ApplicationValues,
  applicationForm,
  applicationProblems,
  emptyApplication,
  formFieldOf,
  wireTexts,
} from '../../../../client/site/jobs/application-form.ts';
import { JobRow } from '../../../../client/site/jobs/JobRow.tsx';
import {
  choicesOf,
  filtersOf,
  hasFilters,
  isSpontaneous,
  noFilters,
  queryWith,
  sourceOf,
  sourceQuery,
  spontaneousPath,
} from '../../../../client/site/jobs/job-search-params.ts';
import { openJobsQuery } from '../../../../client/site/jobs/queries.ts';
import { type PostedJob, Posting } from '../../../../client/ui/Posting.tsx';
import { InCompany } from '../in-company.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const params = (query: string) => new URLSearchParams(query);
const now = new Date('2026-11-21T12:00:00Z');
const job: PostedJob & ListedJob = {
  id: 7,
  title: 'Film editor',
  slug: 'film-editor',
  department: 'Film',
  employment_type: 'FULL_TIME',
  location_type: 'onsite',
  city: 'Peshawar',
  country: 'Pakistan',
  description: '<p>You cut.</p>',
  salary_min: 140_000,
  salary_max: null,
  salary_currency: 'PKR',
  salary_unit: 'MONTH',
  show_salary: 1,
  openings: 1,
  status: 'open',
  v_order: 0,
  posted_at: '2026-11-01T09:30:00.000Z',
  closes_at: '2026-11-23',
};

describe('the filters of an address', () => {
  it('are what the API takes', () => {
    expect(
      filtersOf(params('search=%20film%20&department=Film&employment_type=INTERN&location_type=remote')),
    ).toEqual({ search: 'film', department: 'Film', employment_type: 'INTERN', location_type: 'remote' });
  });

  it.each([
    '',
    'employment_type=SOMETIMES&location_type=Remote',
    'search=%00&department=a%00b',
    'search=%20&department=',
  ])('are none in %j', (query) => {
    expect(filtersOf(params(query))).toEqual(noFilters);
    expect(hasFilters(filtersOf(params(query)))).toBe(false);
  });

  it('end where the API ends', () => {
    const long = 'x'.repeat(1000);
    const filters = filtersOf(params(`search=${long}&department=${long}`));
    expect([filters.search.length, filters.department.length]).toEqual([100, 255]);
  });

  it('change one by one, on the first page, and leave all else in the address', () => {
    const address = params('source=x&department=Film&page=3');
    expect(queryWith(address, { location_type: 'remote' })).toBe(
      '?source=x&department=Film&location_type=remote',
    );
    expect(queryWith(address, { department: '' })).toBe('?source=x');
    expect(queryWith(params('department=Film&page=2'), noFilters)).toBe('');
    expect(address.toString()).toBe('source=x&department=Film&page=3');
  });

  it('keep the choice that is made, also when no job has it any more', () => {
    const counts = [{ value: 'Film', count: 2 }];
    expect(choicesOf(counts, 'Sound')).toEqual([...counts, { value: 'Sound', count: 0 }]);
    expect(choicesOf(counts, 'Film')).toEqual(counts);
    expect(choicesOf(counts, '')).toEqual(counts);
  });
});

describe('where a visitor came from', () => {
  it('is what the link says, and goes along', () => {
    expect(sourceOf(params('source=%20a%20friend%20'))).toBe('a friend');
    expect(sourceQuery(params('source=a+friend&page=2'))).toBe('?source=a+friend');
    expect(sourceQuery(params('page=2'))).toBe('');
    expect(spontaneousPath(params('source=x&department=Film'))).toBe('/careers/apply?spontaneous=1&source=x');
    expect(isSpontaneous(params('spontaneous'))).toBe(true);
    expect(isSpontaneous(params('search=spontaneous'))).toBe(false);
  });
});

describe('an application', () => {
  const values: ApplicationValues = {
    ...emptyApplication,
    name: 'Ayesha',
    email: 'ayesha@applicant.example',
    cv: new File(['x'], 'cv ✓.pdf', { type: 'application/pdf' }),
    consent: true,
  };
  const links = (link: string) => {
    const typed = rules.plainTexts(rules.applicationSchema, { ...values, portfolio_url: link });
    const { portfolio_url, linkedin_url } = wireTexts(typed, '');
    return { portfolio_url, linkedin_url };
  };

  it.each([
    ['https://www.linkedin.com/in/a', '', 'https://www.linkedin.com/in/a'],
    [' LinkedIn.com/in/a ', '', 'https://LinkedIn.com/in/a'],
    ['behance.net/a', 'https://behance.net/a', ''],
    ['https://notlinkedin.com/a', 'https://notlinkedin.com/a', ''],
    ['https://a.example/?to=linkedin.com', 'https://a.example/?to=linkedin.com', ''],
    ['http://a.example', 'http://a.example', ''],
    ['پشاور.example', 'https://پشاور.example', ''],
    ['', '', ''],
    ['my site', 'my site', ''],
    ['javascript:alert(1)', 'javascript:alert(1)', ''],
  ])('with the link %j', (link, portfolio_url, linkedin_url) => {
    expect(links(link)).toEqual({ portfolio_url, linkedin_url });
  });

  it('is refused in the words of the server, each at its field', () => {
    expect(applicationProblems(emptyApplication, rules)).toEqual({
      name: messages['applicant.nameRequired'],
      email: messages['applicant.emailRequired'],
      cv: messages['applicant.cvRequired'],
      consent: messages['applicant.consentRequired'],
    });
    const wrong = {
      email: 'ayesha',
      phone: 'none',
      portfolio_url: 'my site',
      cover_letter: 'x'.repeat(10_001),
    };
    expect(applicationProblems({ ...values, ...wrong }, rules)).toEqual({
      email: messages['field.badEmail'],
      phone: messages['field.badPhone'],
      portfolio_url: messages['field.badUrl'],
      cover_letter: 'This text is longer than the limit of 10000 characters.',
    });
    expect(applicationProblems(values, rules)).toEqual({});
  });

  it('has the fields of the contract on the wire, and the name of the file as it is', () => {
    const form = applicationForm(values, 'a friend', 'token');
    expect([...form.keys()]).toEqual([
      'name',
      'email',
      'phone',
      'city',
      'cover_letter',
      'portfolio_url',
      'linkedin_url',
      'source',
      'consent',
      'website',
      'form_token',
      'cv',
    ]);
    expect((form.get('cv') as File).name).toBe('cv ✓.pdf');
    expect([form.get('consent'), form.get('source'), form.get('form_token')]).toEqual([
      '1',
      'a friend',
      'token',
    ]);
  });

  it('shows what is wrong with either link at the one field', () => {
    expect(formFieldOf('portfolio_url')).toBe('portfolio_url');
    expect(formFieldOf('linkedin_url')).toBe('portfolio_url');
    expect(formFieldOf('cv')).toBe('cv');
    expect(formFieldOf('website')).toBeUndefined();
    expect(formFieldOf('form_token')).toBeUndefined();
  });
});

describe('a host without these extensions', () => {
  it('has no jobs to show, and takes forms without a token', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.stubGlobal('fetch', async () => new Response('{"status":0}', { status: 404 }));
    const client = createQueryClient();
    expect(await client.fetchQuery(openJobsQuery(noFilters, 1))).toMatchObject({ data: [], unlisted: true });
    expect(await client.fetchQuery(formTokenQuery)).toMatchObject({ form_token: '', min_seconds: 0 });
  });
});

describe('a row of the list', () => {
  const row = (change: Partial<ListedJob> = {}) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <InCompany>
          <JobRow job={{ ...job, ...change }} to="/careers/apply/7" now={now} />
        </InCompany>
      </MemoryRouter>,
    );

  it('has one link, on the title, and says what is soon over', () => {
    expect(row().match(/<a /g)).toHaveLength(1);
    expect(row()).toContain('2 days left');
    expect(row({ closes_at: '2026-12-31' })).toContain('Closes 31 December 2026');
    expect(row({ closes_at: null })).not.toContain('Closes');
  });
});

describe('a posting', () => {
  const page = (change: Partial<PostedJob> = {}, action?: string) =>
    renderToStaticMarkup(
      <InCompany>
        <Posting job={{ ...job, ...change }} now={now} action={action} />
      </InCompany>,
    );
  const facts = (html: string) =>
    [...html.matchAll(/<dt>(.*?)<\/dt><dd><bdi>(.*?)<\/bdi>(.*?)<\/dd>/g)].map(([, name, text, note]) => [
      name,
      text?.replace(/<[^>]*>/g, ''),
      ...(note ? [note.replace(/<[^>]*>/g, '')] : []),
    ]);

  it('says what it knows', () => {
    expect(facts(page())).toEqual([
      ['Place', 'Peshawar, Pakistan · On-site'],
      ['Employment', 'Full-time'],
      ['Pay', 'From PKR 140,000 a month'],
      ['Open until', '23 November 2026', '2 days left'],
      ['Posted', '1 November 2026'],
    ]);
    expect(page()).toContain('<p>You cut.</p>');
  });

  it('says nothing of what it does not know or must not tell', () => {
    const html = page({
      department: '',
      show_salary: 0,
      closes_at: null,
      posted_at: null,
      openings: 3,
      description: '<p><br></p>',
    });
    expect(facts(html)).toEqual([
      ['Place', 'Peshawar, Pakistan · On-site'],
      ['Employment', 'Full-time'],
      ['Openings', '3'],
    ]);
    expect(html).not.toContain('<br');
  });

  it('says when it was over', () => {
    expect(facts(page({ closes_at: '2026-11-20' }))).toContainEqual(['Closed', '20 November 2026']);
    expect(facts(page({ closes_at: '2026-11-21' }))).toContainEqual(['Open until', 'Today', 'Last day']);
  });
});
