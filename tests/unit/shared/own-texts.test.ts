import { describe, expect, it } from 'vitest';
import { siteSchema } from '#shared/schemas/site.ts';
import { companyPlaceholders, fillCompanyPlaceholders } from '#shared/site/company-placeholders.ts';
import { ownPathOf } from '#shared/site/own-path.ts';
import { sampleFile } from '#shared/site/sample-file.ts';

const page = { id: 'a', path: '/about', title: 'About', published: true, place: 'menu' };

function problemsOf(site: object): Record<string, string> {
  const { error } = siteSchema.safeParse({ ...sampleFile, ...site });
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);
}

describe('legal texts', () => {
  it('may be left out, and then the product’s text is shown', () => {
    const site = siteSchema.parse(sampleFile);
    expect(site.own_legal).toEqual([]);
    expect(siteSchema.parse({ ...sampleFile, legal: { terms: '<p><br></p>' } }).own_legal).toEqual([]);
  });

  it('are not a part of what every document carries', () => {
    const { texts, ...site } = siteSchema.parse({
      ...sampleFile,
      legal: { privacy: '<p>We keep nothing.</p>', privacy_updated: '2026-11-28' },
      own_pages: [{ ...page, text: '<p>Since 1912.</p>' }],
    });
    expect(site.own_legal).toEqual(['privacy']);
    expect(texts.legal.privacy).toEqual({ text: '<p>We keep nothing.</p>', updated: '2026-11-28' });
    expect(JSON.stringify(site)).not.toMatch(/We keep nothing|Since 1912/);
  });

  it('refuse an unknown placeholder and name it', () => {
    const problems = problemsOf({ legal: { privacy: '<p>{legal_entity}, {adress}, {adress}</p>' } });
    expect(problems['legal.privacy']).toMatch(/^has an unknown placeholder: \{adress\}\. Known ones are /);
    expect(companyPlaceholders.unknownIn('{ } {} <a style="{x:\n}">')).toEqual([]);
  });

  it('have at most 64 KB, counted in bytes', () => {
    expect(problemsOf({ legal: { terms: 'x'.repeat(65_536) } })).toEqual({});
    expect(problemsOf({ legal: { terms: 'ہ'.repeat(32_769) } })['legal.terms']).toBe(
      'must have at most 64 KB',
    );
  });

  it('are filled with values as text: no markup, and no second placeholder', () => {
    const values = {
      legal_entity: '<b>{email}</b>',
      company: 'C',
      email: 'e',
      address: 'Weg 1, Leipzig',
      country: '"',
      phone: '1',
      months: '6',
    };
    expect(fillCompanyPlaceholders('{legal_entity} {country} {months} {other}', values)).toBe(
      '&#60;b&#62;{email}&#60;/b&#62; &#34; 6 {other}',
    );
  });
});

describe('placeholders without a value', () => {
  const values = {
    legal_entity: 'Tide AS',
    company: 'Tide',
    email: 'post@tide.example',
    address: '',
    country: undefined,
    phone: undefined,
    months: '6',
  };
  it.each([
    ['<p>{legal_entity}</p><p>{address}</p><p>{email}</p>', '<p>Tide AS</p><p>post@tide.example</p>'],
    ['<p>{legal_entity}<br>{address}<br/>{email}</p>', '<p>Tide AS<br>post@tide.example</p>'],
    ['<p>{company}, {address}, {country}</p>', '<p>Tide</p>'],
    ['<p>{address}, {country}, {company}</p>', '<p>Tide</p>'],
    ['<p>{company} ({country}): write to {email}</p>', '<p>Tide: write to post@tide.example</p>'],
    ['<p>Email: {email}, Phone: {phone}</p>', '<p>Email: post@tide.example</p>'],
    ['<p>Phone: {phone}, Email: {email}</p>', '<p>Email: post@tide.example</p>'],
    ['<ul><li>Phone: {phone}</li><li>Email: {email}</li></ul>', '<ul><li>Email: post@tide.example</li></ul>'],
    [
      '<h2>By phone</h2><ul><li>{phone}</li></ul><h2>By email</h2><p>{email}</p>',
      '<h2>By email</h2><p>post@tide.example</p>',
    ],
    ['<h2>Where</h2><p>{address}</p>', ''],
    ['<h2>Where</h2><p>{address}</p><p>Ask us.</p>', '<h2>Where</h2><p>Ask us.</p>'],
    [
      '<p>p {email}</p><p>A page with {braces}.</p>',
      '<p>p post@tide.example</p><p>A page with {braces}.</p>',
    ],
  ])('leave no hole: %s', (html, filled) => {
    expect(fillCompanyPlaceholders(html, values)).toBe(filled);
  });
});

describe('pages of a company’s own', () => {
  it('are listed in documents by path, title and place, without drafts', () => {
    const draft = { ...page, id: 'b', path: '/press', published: false };
    const site = siteSchema.parse({ ...sampleFile, own_pages: [page, draft] });
    expect(site.own_pages).toEqual([{ path: '/about', title: 'About', place: 'menu' }]);
    expect(site.texts.pages.map(({ path }) => path)).toEqual(['/about', '/press']);
  });

  it('have a path of one word in any script', () => {
    const pathsOf = (path: string) => problemsOf({ own_pages: [{ ...page, path }] })['own_pages.0.path'];
    for (const path of ['/about-us', '/2026', '/ہمارے-بارے', '/über', '/about/'])
      expect(pathsOf(path)).toBe(undefined);
    for (const path of [
      'about',
      '/',
      '/a/b',
      '/a b',
      '/a.html',
      '/a--b',
      '/-a',
      '/a%20',
      '//a',
      '/a?b',
      '/😀',
    ])
      expect(pathsOf(path), path).toBeTypeOf('string');
  });

  it('are found by the path of a request in any spelling', () => {
    const composed = 'über';
    for (const path of ['/%C3%BCber', '/u%CC%88ber', '/%C3%BCber/'])
      expect(ownPathOf(path)).toBe(`/${composed}`);
    for (const path of ['/%', '/a%2Fb', '/a/b', '/', '']) expect(ownPathOf(path), path).toBe(undefined);
  });

  it('refuse a path or an id that another page has', () => {
    const twice = problemsOf({ own_pages: [page, { ...page, path: '/About' }] });
    expect(twice).toEqual({
      'own_pages.1.id': 'is taken by another page of this list, “About”',
      'own_pages.1.path': 'is taken by another page of this list, “About”',
    });
  });

  it('are 30 at most', () => {
    const many = Array.from({ length: 31 }, (_, index) => ({ ...page, id: `p${index}`, path: `/p${index}` }));
    expect(problemsOf({ own_pages: many })).toEqual({ own_pages: 'must have at most 30 entries' });
  });
});
