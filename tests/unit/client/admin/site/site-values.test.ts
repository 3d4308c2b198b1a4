import { expect, it, test } from 'vitest';
import { pagesSchema } from '#shared/schemas/site/pages.ts';
import { siteSchema } from '#shared/schemas/site.ts';
import { companyPlaceholders, fillCompanyPlaceholders } from '#shared/site/company-placeholders.ts';
import { languageNames } from '#shared/words/language.ts';
import { companyGroups, sitePages } from '../../../../../client/admin/site/fields.ts';
import { verdictOf } from '../../../../../client/admin/site/look/look-values.ts';
import {
  followingPath,
  type OwnPageValues,
  startsFor,
} from '../../../../../client/admin/site/own-pages/own-page-values.ts';
import { siteChanges } from '../../../../../client/admin/site/site-changes.ts';
import { formValuesOf, siteOf } from '../../../../../client/admin/site/site-values.ts';

const company = { name: 'Tide', tagline: 'Boats by hand', email: 'post@tide.example' };

test('a saved site has no empty text, list or object, keeps what no field shows, and no list of an app is lost', () => {
  const app = { id: 'tide', name: 'Tide', summary: 'Tides', developer: '', deleted_data: [''] };
  const typed = {
    ...company,
    short_name: '  ',
    hours: [],
    social: [{ name: '', url: '' }],
    apps: [app, { name: '', stores: [] }],
    brand: { artwork: 'pattern', extra: false },
    pages: {
      home: { head: { title: ' Boats ', text: '' }, contact: { show: false, title: '' } },
      // A section that has a switch and no content is refused by the schema.
      careers: { steps: { show: false } },
    },
  };
  const saved = {
    ...company,
    apps: [{ id: 'tide', name: 'Tide', summary: 'Tides', deleted_data: [] }],
    brand: { artwork: 'pattern', extra: false },
    pages: { home: { head: { title: 'Boats' }, contact: { show: false } } },
  };
  expect(siteOf(typed)).toEqual(saved);
  expect(formValuesOf(saved)).toMatchObject({
    short_name: '',
    address: { street: '' },
    pages: { apps: { head: { title: '' } } },
  });
  expect(siteOf(formValuesOf(saved))).toEqual(saved);
});

test('the form has a field for every text of the company and its pages', () => {
  const groups = [...companyGroups, ...sitePages.flatMap(({ sections }) => sections)];
  const paths = groups.flatMap(({ fields }) => fields.map(({ path }) => path));
  const inSchema = Object.entries(pagesSchema.unwrap().shape).flatMap(([page, sections]) =>
    Object.entries(sections.unwrap().shape).flatMap(([section, fields]) => {
      const inner = fields.unwrap();
      const path = `pages.${page}.${section}`;
      return 'shape' in inner ? Object.keys(inner.shape).map((field) => `${path}.${field}`) : [path];
    }),
  );
  expect(paths.filter((path) => path.startsWith('pages.')).sort()).toEqual(inSchema.sort());
  const tops = new Set([...paths.map((path) => path.split('.')[0]), 'apps', 'brand', 'legal', 'own_pages']);
  expect([...tops].sort()).toEqual(Object.keys(siteSchema.in.shape).sort());
});

test('what differs between two sites is named by field, with both values as words', () => {
  const page = {
    id: 'a',
    title: 'About',
    path: '/about',
    text: '<p>We bake.</p>',
    place: 'menu',
    published: true,
  };
  const before = {
    name: 'Tide',
    tagline: 'Boats',
    email: 'a@tide.example',
    own_pages: [page],
    pages: { home: { contact: { show: false } } },
  };
  const after = {
    ...before,
    tagline: 'Ships',
    own_pages: [{ ...page, text: '<p>We sail.</p>', published: false }],
    pages: {},
  };
  const told = (one: object, other: object) =>
    siteChanges(one as never, other as never).map(
      ({ label, before, after }) => `${label}: ${before} → ${after}`,
    );
  expect(told(before, after)).toEqual([
    'Tagline: Boats → Ships',
    'Own page “About”: Text: We bake. → We sail.',
    'Own page “About”: Published: On → Off',
    'Home, Contact: Show: Off → On',
  ]);
  const second = { ...page, id: 'b', title: 'Bread' };
  expect(told({ ...before, own_pages: [page, second] }, { ...before, own_pages: [second, page] })).toEqual([
    'Order of the own pages: About · Bread → Bread · About',
  ]);
});

test('a colour is told how well it can be read', () => {
  const white = { background: '#ffffff', text: '#111111', accent: '#1d3cc0', on_accent: '', signal: '' };
  const told = (name: string, more: object, theme = 'light') => {
    const { hint, error, nearest } = verdictOf(name as never, { ...white, ...more } as never, theme as never);
    return [hint ?? error, nearest];
  };
  expect(told('text', { text: '#000000' })).toEqual(['Contrast 21.00:1 on the background.', undefined]);
  expect(told('accent', { accent: '#cccccc' })).toEqual([
    'Too faint: contrast 1.60:1 on the background. It needs 4.5:1.',
    expect.stringMatching(/^#7/),
  ]);
  expect(told('on_accent', { on_accent: '#1d3cc0' })[0]).toMatch(/^Too faint: contrast 1.00:1 on the accent/);
  expect([told('signal', {})[0], told('accent', { accent: '' })[0]]).toEqual([
    'For what needs attention. If empty, the accent.',
    'Fill in a colour.',
  ]);
  expect(told('accent', { accent: 'reddish' })[0]).toMatch(/^This is not a colour/);
  expect(told('background', {})).toEqual([undefined, undefined]);
  expect(told('background', {}, 'dark')[0]).toBe(
    'The background must be darker than the text in the dark theme.',
  );
});

test('the address of an own page follows its title until the page is published', () => {
  const page = { title: 'About us', path: '/about-us', published: false } as OwnPageValues;
  expect(followingPath(page, 'Who we are')).toBe('/who-we-are');
  expect(followingPath({ ...page, published: true }, 'Who we are')).toBeUndefined();
  expect(followingPath({ ...page, path: '/us' }, 'Who we are')).toBeUndefined();
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
      legal_entity: 'Tide',
      company: 'Tide',
      months: '6',
      email: company.email,
      address: '',
      country: undefined,
      phone: undefined,
    };
    for (const { published, text } of written) {
      expect([published, companyPlaceholders.unknownIn(text)]).toEqual([false, []]);
      const filled = fillCompanyPlaceholders(text, values);
      expect(filled).not.toMatch(/[{}]|<(\w+)>\s*<\/\1>|:\s*<\/|<\/h2>(?!<[pu])|undefined|Phone|Address|فون/);
    }
  },
);
