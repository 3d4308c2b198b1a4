import { describe, expect, test } from 'vitest';
import { jobInputSchema } from '#shared/schemas/job.ts';
import { siteSchema } from '#shared/schemas/site.ts';
import { companies } from '../screenshots/companies/index.ts';

describe.each(Object.entries(companies))('the company %s', (_name, company) => {
  test('can be saved', () => {
    expect(siteSchema.safeParse(company.site).error?.issues ?? []).toEqual([]);
    for (const job of company.jobs ?? []) expect(jobInputSchema.safeParse(job).error).toBeUndefined();
  });

  test('has no word of the sample', () => {
    expect(textsOf(company).filter((text) => /naqsh|peshawar|پشاور/i.test(text))).toEqual([]);
  });
});

test('the company in Urdu has no word in Latin letters', () => {
  const technical = /<[^>]+>|&[a-z]+;|^\S+@\S+$|^https?:\S+$|^[/#]\S+$/g;
  const { site, ...content } = companies['game-studio'];
  const { brand: _brand, language: _language, currency: _currency, ...told } = site;
  const latin = textsOf({ told, content })
    .map((text) => text.replace(technical, ''))
    .filter((text) => /[a-z]/i.test(text));
  // Names of files, ids and choices.
  expect(
    latin.filter((text) => !/^(<svg|last-lorry|about|menu|PKR|MONTH|[A-Z]+_TIME|onsite|remote)/.test(text)),
  ).toEqual([]);
});

/** Returns every text in a value, however deep. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
