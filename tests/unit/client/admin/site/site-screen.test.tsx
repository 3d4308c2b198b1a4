import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import type { SavedSite } from '#shared/schemas/saved-site.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { companyGroups, sitePages } from '../../../../../client/admin/site/fields.ts';
import { Component } from '../../../../../client/admin/site/SiteScreen.tsx';
import { siteQuery } from '../../../../../client/admin/site/site-form.ts';
import { SiteInfoContext } from '../../../../../client/site-info.ts';

const saved: SavedSite = {
  site: {
    name: 'Tide',
    tagline: 'Boats by hand',
    description: 'We build boats.',
    address: { city: 'Oslo', country: 'Norway' },
    phone: '+47 22 00 00 00',
    email: 'post@tide.example',
    hours: ['Mon 9–17'],
    apps: [{ id: 'tide', name: 'Tide table', summary: 'Tides', developer: 'Tide', kept_data: ['Receipts'] }],
    pages: {
      home: { services: { items: [{ title: 'Boats', text: 'Of oak.' }] }, contact: { show: false } },
      careers: { steps: { show: false, items: [{ title: 'Call', text: 'Us.' }] } },
    },
  },
  origin: 'saved',
  read_only: false,
  files: [],
  updated_at: '2026-11-28T10:00:00.000Z',
};

/** Returns the markup of the screen at an address. */
function render(address: string, site: SavedSite | undefined): string {
  const queries = new QueryClient();
  if (site) queries.setQueryData(siteQuery.queryKey, site);
  const router = createMemoryRouter([{ path: '/admin/site', Component }], { initialEntries: [address] });
  const info = { site: sampleSite, origin: 'https://tide.example' };
  return renderToStaticMarkup(
    <SiteInfoContext value={info as never}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteInfoContext>,
  );
}

/** Returns the names of all controls in the markup. */
const namesIn = (markup: string) => [...markup.matchAll(/ name="([a-z_.0-9]+)"/g)].map(([, name]) => name);

test('the tab of the company draws each of its fields, with what visitors get where one is empty', () => {
  const markup = render('/admin/site', saved);
  const paths = companyGroups.flatMap(({ fields }) => fields.map(({ path }) => path));
  expect(new Set(namesIn(markup))).toEqual(new Set([...paths, 'hours.0']));
  expect(markup).toMatch(/placeholder="Tide"[^>]* name="legal_entity"/);
  expect(markup).not.toContain(deskMessages['site.fromFile']);
});

test.each(sitePages.map(({ id, sections }) => ({ id, sections })))(
  'the tab of the pages draws each field of the page $id that is not hidden',
  ({ id, sections }) => {
    const names = namesIn(render(`/admin/site?tab=pages&of=${id}`, saved));
    for (const { fields } of sections) {
      const hidden = ['pages.home.contact.show', 'pages.careers.steps.show'].includes(fields[0]?.path ?? '');
      for (const { path, kind } of fields)
        expect(names.includes(path), path).toBe(kind === 'switch' || !hidden);
    }
  },
);

test('a service has a field for the page to which it leads; other points have none', () => {
  const points = { items: [{ title: 'Call', text: 'Us.' }] };
  const pages = { home: { services: points, process: points }, careers: { steps: points } };
  const site = { ...saved, site: { ...saved.site, pages } };
  const links = (page: string) =>
    namesIn(render(`/admin/site?tab=pages&of=${page}`, site)).filter((name) => name?.endsWith('.link'));
  expect(links('home')).toEqual(['pages.home.services.items.0.link']);
  expect(links('careers')).toEqual([]);
});

test('a site of the operator’s file says why nothing can be changed, and has no button to save', () => {
  const markup = render('/admin/site', { ...saved, origin: 'file', read_only: true });
  expect(markup).toContain(deskMessages['site.fromFile']);
  expect(markup).toMatch(/<fieldset[^>]* disabled=""/);
  expect(markup).not.toMatch(/type="submit"/);
});

test('a site of the sample that the operator keeps cannot be begun here', () => {
  const markup = render('/admin/site', { ...saved, site: {}, origin: 'sample', read_only: true });
  expect(namesIn(markup)).toContain('address.city');
  expect(markup).toContain(deskMessages['site.fromFile']);
});
