import { describe, expect, it } from 'vitest';
import { messages } from '#shared/messages.ts';
import { portfolioAddresses } from '#shared/page-forms.ts';
import * as rules from '../../../../client/api/contract-rows.ts';
import {
  applicationProblems,
  emptyApplication,
  formFieldOf,
} from '../../../../client/site/jobs/application-form.ts';
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

const params = (query: string) => new URLSearchParams(query);
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
  const values = {
    ...emptyApplication,
    name: 'Ayesha',
    email: 'ayesha@applicant.example',
    cv: new File(['x'], 'cv ✓.pdf', { type: 'application/pdf' }),
    consent: true,
  };
  const links = (link: string) =>
    portfolioAddresses(
      rules.plainTexts(rules.applicationSchema, { ...values, portfolio_url: link }).portfolio_url,
    );

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

  it('shows what is wrong with either link at the one field', () => {
    expect(formFieldOf('portfolio_url')).toBe('portfolio_url');
    expect(formFieldOf('linkedin_url')).toBe('portfolio_url');
    expect(formFieldOf('cv')).toBe('cv');
    expect(formFieldOf('website')).toBeUndefined();
    expect(formFieldOf('form_token')).toBeUndefined();
  });
});
