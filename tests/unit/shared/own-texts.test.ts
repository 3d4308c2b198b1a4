import { expect, it } from 'vitest';
import { siteSchema } from '#shared/schemas/site.ts';
import { companyPlaceholders, fillCompanyPlaceholders } from '#shared/site/company-placeholders.ts';
import { sampleFile } from '#shared/site/sample-file.ts';

const page = { id: 'a', path: '/about', title: 'About', published: true, place: 'menu' };

function problemsOf(site: object): Record<string, string> {
  const { error } = siteSchema.safeParse({ ...sampleFile, ...site });
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);
}

it('texts of a company’s own are no part of what every document carries, and drafts are not listed', () => {
  const { texts, ...site } = siteSchema.parse({
    ...sampleFile,
    legal: { privacy: '<p>We keep nothing.</p>', privacy_updated: '2026-11-28', terms: '<p><br></p>' },
    own_pages: [
      { ...page, text: '<p>Since 1912.</p>' },
      { ...page, id: 'b', path: '/press', published: false },
    ],
  });
  expect(site.own_legal).toEqual(['privacy']);
  expect(texts.legal.privacy).toEqual({ text: '<p>We keep nothing.</p>', updated: '2026-11-28' });
  expect(site.own_pages).toEqual([{ path: '/about', title: 'About', place: 'menu' }]);
  expect(texts.pages.map(({ path }) => path)).toEqual(['/about', '/press']);
  expect(JSON.stringify(site)).not.toMatch(/We keep nothing|Since 1912/);
});

const many = Array.from({ length: 31 }, (_, index) => ({ ...page, id: `p${index}`, path: `/p${index}` }));
it.each([
  [
    { legal: { privacy: '<p>{legal_entity}, {adress}, {adress}</p>' } },
    { 'legal.privacy': expect.stringMatching(/^has an unknown placeholder: \{adress\}\. Known/) },
  ],
  [{ legal: { terms: 'x'.repeat(65_536) } }, {}],
  [{ legal: { terms: 'ہ'.repeat(32_769) } }, { 'legal.terms': 'must have at most 64 KB' }],
  [
    { own_pages: [page, { ...page, path: '/About' }] },
    {
      'own_pages.1.id': 'is taken by another page of this list, “About”',
      'own_pages.1.path': 'is taken by another page of this list, “About”',
    },
  ],
  [{ own_pages: many }, { own_pages: 'must have at most 30 entries' }],
])('what is wrong is named: %#', (site, problems) => expect(problemsOf(site)).toEqual(problems));

const values = {
  legal_entity: '<b>{email}</b>',
  company: 'Tide',
  email: 'a@b.example',
  address: '',
  country: undefined,
  phone: undefined,
  months: '6',
};
it.each([
  // Values are text: no markup, and no second placeholder.
  ['{legal_entity} {months} {other}', '&#60;b&#62;{email}&#60;/b&#62; 6 {other}'],
  // Those without a value leave no hole.
  ['<p>{company}</p><p>{address}</p><p>{email}</p>', '<p>Tide</p><p>a@b.example</p>'],
  ['<p>{company}<br>{address}<br/>{email}</p>', '<p>Tide<br>a@b.example</p>'],
  ['<p>{address}, {country}, {company}</p>', '<p>Tide</p>'],
  ['<p>{company} ({country}): write to {email}</p>', '<p>Tide: write to a@b.example</p>'],
  ['<p>Phone: {phone}, Email: {email}</p>', '<p>Email: a@b.example</p>'],
  ['<ul><li>Phone: {phone}</li><li>{email}</li></ul>', '<ul><li>a@b.example</li></ul>'],
  [
    '<h2>By phone</h2><ul><li>{phone}</li></ul><h2>By email</h2><p>{email}</p>',
    '<h2>By email</h2><p>a@b.example</p>',
  ],
  ['<h2>Where</h2><p>{address}</p><p>Ask us.</p>', '<h2>Where</h2><p>Ask us.</p>'],
])('%s is filled', (html, filled) => {
  expect(fillCompanyPlaceholders(html, values)).toBe(filled);
  expect(companyPlaceholders.unknownIn('{ } {} <a style="{x:\n}">')).toEqual([]);
});
