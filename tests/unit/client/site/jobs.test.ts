import { expect, it } from 'vitest';
import { messages } from '#shared/messages.ts';
import { portfolioAddresses } from '#shared/page-forms.ts';
import * as rules from '../../../../client/api/contract-rows.ts';
import {
  applicationProblems,
  emptyApplication,
  formFieldOf,
} from '../../../../client/site/jobs/application-form.ts';
import { queryWith } from '../../../../client/site/jobs/job-search-params.ts';

const values = {
  ...emptyApplication,
  name: 'Ayesha',
  email: 'ayesha@applicant.example',
  consent: true,
  cv: new File(['x'], 'cv ✓.pdf', { type: 'application/pdf' }),
};

it.each([
  [' LinkedIn.com/in/a ', '', 'https://LinkedIn.com/in/a'],
  ['behance.net/a', 'https://behance.net/a', ''],
  ['https://notlinkedin.com/a', 'https://notlinkedin.com/a', ''],
  ['my site', 'my site', ''],
  ['javascript:alert(1)', 'javascript:alert(1)', ''],
])(
  'the one link %j is sent as the portfolio %j or the profile %j',
  (portfolio_url, portfolio, linkedin_url) => {
    const typed = rules.plainTexts(rules.applicationSchema, { ...values, portfolio_url });
    expect(portfolioAddresses(typed.portfolio_url)).toEqual({ portfolio_url: portfolio, linkedin_url });
    expect([formFieldOf('portfolio_url'), formFieldOf('linkedin_url'), formFieldOf('website')]).toEqual([
      'portfolio_url',
      'portfolio_url',
      undefined,
    ]);
  },
);

it('an application is refused in the words of the server, each at its field', () => {
  expect(applicationProblems(emptyApplication, rules, true)).toEqual({
    name: messages['applicant.nameRequired'],
    email: messages['applicant.emailRequired'],
    cv: messages['applicant.cvRequired'],
    consent: messages['applicant.consentRequired'],
  });
  const wrong = { phone: 'none', portfolio_url: 'my site', cover_letter: 'x'.repeat(10_001) };
  expect(applicationProblems({ ...values, ...wrong }, rules, true)).toEqual({
    phone: messages['field.badPhone'],
    portfolio_url: messages['field.badUrl'],
    cover_letter: 'This text is longer than the limit of 10000 characters.',
  });
  expect(applicationProblems(values, rules, true)).toEqual({});
  expect(applicationProblems({ ...values, cv: null }, rules, false)).toEqual({});
});

it('a change of search or filters begins at page 1, and keeps where the visitor came from', () => {
  const params = new URLSearchParams('source=newsletter&department=Film&page=2');
  expect(queryWith(params, { department: '', search: 'cut' })).toBe('?source=newsletter&search=cut');
  expect(queryWith(new URLSearchParams('page=2'), {})).toBe('');
});
