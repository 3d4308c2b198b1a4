import { expect, it } from 'vitest';
import { siteSchema } from '#shared/schemas/site.ts';
import { companyPlaceholders, fillCompanyPlaceholders } from '#shared/site/company-placeholders.ts';
import { languageNames } from '#shared/words/language.ts';
import { startsFor, withTitle } from '../../../../../client/admin/site/own-pages/own-page-values.ts';

it('the address of an own page follows the title of a draft until it is written by hand', () => {
  const titled = (title: string, more: object = {}) => {
    const [empty] = startsFor('en', [])
      .slice(-1)
      .map(({ create }) => create());
    return empty && withTitle({ ...withTitle(empty, 'Press'), ...more }, title).path;
  };
  expect([titled('About us!'), titled('ہمارے بارے')]).toEqual(['/about-us', '/ہمارے-بارے']);
  expect([titled('Media', { path: '/news' }), titled('Media', { published: true })]).toEqual([
    '/news',
    '/press',
  ]);
});

it.each(languageNames)(
  'the beginnings of own pages in %s can be saved, and have no hole for a company without address and phone',
  (language) => {
    const written = startsFor(language, [])
      .slice(0, -1)
      .map(({ create }) => create());
    const company = { name: 'Tide', email: 'post@tide.example' };
    expect(siteSchema.safeParse({ ...company, own_pages: written }).error).toBeUndefined();
    const values = {
      ...{ legal_entity: 'Tide', company: 'Tide', months: '6' },
      ...{ email: company.email, address: '', country: undefined, phone: undefined },
    };
    for (const { published, text } of written) {
      expect([published, companyPlaceholders.unknownIn(text)]).toEqual([false, []]);
      const filled = fillCompanyPlaceholders(text, values);
      expect(filled).not.toMatch(/[{}]|<(\w+)>\s*<\/\1>|:\s*<\/|<\/h2>(?!<[pu])|undefined|Phone|Address|فون/);
    }
  },
);
