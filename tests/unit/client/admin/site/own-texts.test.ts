import { expect, it } from 'vitest';
import { siteSchema } from '#shared/schemas/site.ts';
import { companyPlaceholders, fillCompanyPlaceholders } from '#shared/site/company-placeholders.ts';
import { languageNames } from '#shared/words/language.ts';
import { startsFor } from '../../../../../client/admin/site/own-pages/own-page-values.ts';

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
