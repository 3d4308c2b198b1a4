import { describe, expect, test } from 'vitest';
import { pagesSchema } from '#shared/schemas/site/pages.ts';
import { siteSchema } from '#shared/schemas/site.ts';
import { defaults } from '#shared/words/en/defaults.ts';
import { createWords } from '#shared/words/words.ts';
import {
  addressOf,
  companyGroups,
  fieldAt,
  listOfSiteFields,
  siteLabelOf,
  sitePages,
} from '../../../../../client/admin/site/fields.ts';
import { fallbacksOf, formValuesOf, siteOf } from '../../../../../client/admin/site/site-values.ts';

const company = {
  name: 'Tide',
  tagline: 'Boats by hand',
  description: 'We build boats.',
  address: { city: 'Oslo', country: 'Norway' },
  phone: '+47 22 00 00 00',
  email: 'post@tide.example',
};

const words = createWords<typeof defaults>('en', defaults);

describe('what a form saves', () => {
  test('has no empty text, list or object, and keeps what no field shows', () => {
    const typed = {
      ...company,
      short_name: '  ',
      hours: [],
      social: [
        { name: '', url: '' },
        { name: 'Fediverse', url: 'https://example.social' },
      ],
      brand: { artwork: 'pattern', extra: false },
      pages: {
        home: { head: { title: ' Boats ', text: '' }, contact: { show: false, title: '' } },
        team: { head: { title: '', text: '', description: '' } },
      },
    };
    expect(siteOf(typed)).toEqual({
      ...company,
      social: [{ name: 'Fediverse', url: 'https://example.social' }],
      brand: { artwork: 'pattern', extra: false },
      pages: { home: { head: { title: 'Boats' }, contact: { show: false } } },
    });
  });

  test('leaves out a section that has a switch and no content, which the schema refuses', () => {
    const site = siteOf({
      ...company,
      pages: { home: { about: { show: false, title: '', text: '' } }, careers: { steps: { show: false } } },
    });
    expect(site).toEqual(company);
    expect(siteSchema.safeParse(site).success).toBe(true);
  });

  test('keeps an empty list of an app: no data of an account is deleted', () => {
    const app = { id: 'tide', name: 'Tide', summary: 'Tides', developer: '', deleted_data: [''] };
    expect(siteOf({ apps: [app, { name: '', stores: [] }] })).toEqual({
      apps: [{ id: 'tide', name: 'Tide', summary: 'Tides', deleted_data: [] }],
    });
  });
});

test('the values of the form have each text, and lead to the same site', () => {
  const site = { ...company, pages: { home: { head: { title: 'Boats' } } }, brand: { artwork: 'plain' } };
  expect(formValuesOf(site)).toMatchObject({
    short_name: '',
    address: { street: '', city: 'Oslo' },
    pages: { home: { head: { title: 'Boats', text: '' } }, apps: { head: { description: '' } } },
  });
  expect(siteOf(formValuesOf(site))).toEqual(site);
  expect(siteOf(formValuesOf({}))).toEqual({});
});

describe('the fallback of an empty field', () => {
  test('is what visitors get, computed with what was typed', () => {
    const fallback = fallbacksOf(
      { ...company, name: 'Ebb', pages: { careers: { steps: { show: false } } } },
      words,
    );
    expect(fallback('short_name')).toBe('Ebb');
    expect(fallback('pages.portfolio.head.description')).toBe('Projects by Ebb.');
    expect(fallback('pages.home.head.title')).toBe('Boats by hand');
    expect(fallback('pages.careers.steps.title')).toBe('How we hire');
    expect(fallback('pages.careers.invitation.title_none_open')).toBe('No open positions right now');
    expect(fallback('pages.home.about.text')).toBeUndefined();
    expect(fallback('phone')).toBeUndefined();
  });

  test('is there for a site without any value', () => {
    expect(fallbacksOf({}, words)('pages.team.head.description')).toBe('The people at your company.');
    expect(fallbacksOf({}, words)('name')).toBeUndefined();
  });
});

describe('the table of fields', () => {
  const paths = [...companyGroups, ...sitePages.flatMap(({ sections }) => sections)].flatMap(({ fields }) =>
    fields.map(({ path }) => path),
  );

  test('has every text of the pages, and nothing that the schema does not know', () => {
    const inSchema = Object.entries(pagesSchema.unwrap().shape).flatMap(([page, sections]) =>
      Object.entries(sections.unwrap().shape).flatMap(([section, fields]) => {
        const inner = fields.unwrap();
        const path = `pages.${page}.${section}`;
        return 'shape' in inner ? Object.keys(inner.shape).map((field) => `${path}.${field}`) : [path];
      }),
    );
    expect(paths.filter((path) => path.startsWith('pages.')).sort()).toEqual(inSchema.sort());
  });

  test('has every text of the company', () => {
    const first = new Set([
      ...paths.map((path) => path.split('.')[0]),
      'apps',
      'brand',
      'legal',
      'own_pages',
    ]);
    expect([...first].sort()).toEqual(Object.keys(siteSchema.in.shape).sort());
  });

  test('finds the field, the label and the page of a path', () => {
    expect(fieldAt('social.1.url')?.path).toBe('social');
    expect(fieldAt('brand.logo')).toBeUndefined();
    expect(siteLabelOf('pages.careers.steps.items')).toBe('Careers, Steps: Points');
    expect(siteLabelOf('brand.colors.light.accent')).toBe('Colours');
    expect(listOfSiteFields(['name', 'tagline'])).toBe('Name and Tagline');
    expect(listOfSiteFields(['name', 'tagline', 'phone', 'email', 'hours', 'social'])).toBe(
      'Name, Tagline, Phone, Email, and 2 more',
    );
    expect(addressOf('pages.careers.steps.title')).toBe('/careers');
    expect(addressOf('address.city')).toBe('/contact');
    expect(addressOf('brand.logo')).toBe('/');
  });
});
