import { expect, test } from 'vitest';
import { pagesSchema } from '#shared/schemas/site/pages.ts';
import { siteSchema } from '#shared/schemas/site.ts';
import { companyGroups, sitePages } from '../../../../../client/admin/site/fields.ts';
import { formValuesOf, siteOf } from '../../../../../client/admin/site/site-values.ts';

const company = { name: 'Tide', tagline: 'Boats by hand', email: 'post@tide.example' };

test('a saved site has no empty text, list or object, keeps what no field shows, and no list of an app is lost', () => {
  const app = { id: 'tide', name: 'Tide', summary: 'Tides', developer: '', deleted_data: [''] };
  const typed = {
    ...{ ...company, short_name: '  ', hours: [], social: [{ name: '', url: '' }] },
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
