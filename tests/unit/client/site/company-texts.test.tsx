import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { siteSchema } from '#shared/schemas/site.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import type { Language } from '#shared/words/language.ts';
import { hostCallsQuery } from '../../../../client/api/host-support.ts';
import { Component as PublicLayout } from '../../../../client/app/layouts/public/PublicLayout.tsx';
import { Providers } from '../../../../client/app/providers.tsx';
import { Component as Apps } from '../../../../client/site/apps/AppsScreen.tsx';
import { CareersScreen } from '../../../../client/site/careers/CareersScreen.tsx';
import { Component as Contact } from '../../../../client/site/contact/ContactScreen.tsx';
import { Component as DeleteAccount } from '../../../../client/site/delete-account/DeleteAccountScreen.tsx';
import { HomeScreen } from '../../../../client/site/home/HomeScreen.tsx';
import { Component as Privacy } from '../../../../client/site/legal/PrivacyScreen.tsx';
import { Component as Terms } from '../../../../client/site/legal/TermsScreen.tsx';

/** A company whose every text is a different one of these two, with a number behind it. */
function companyOf(language: Language, word: string): SiteInfo['site'] {
  const numbers = Array.from({ length: 100 }, (_, index) => index).values();
  const text = () => `${word} ${numbers.next().value}`;
  const head = () => ({ title: text(), text: text() });
  const points = () => ({ title: text(), items: [{ title: text(), text: text() }] });
  const { texts: _texts, ...site } = siteSchema.parse({
    language,
    name: text(),
    short_name: text(),
    legal_entity: text(),
    tagline: text(),
    description: text(),
    address: { street: text(), city: text(), region: text(), country: text() },
    email: 'a@b.example',
    reply_time: text(),
    hours: [text()],
    social: [{ name: text(), url: 'https://social.example' }],
    apps: [
      {
        id: 'a',
        name: text(),
        summary: text(),
        developer: text(),
        deleted_data: [text()],
        kept_data: [text()],
      },
      {
        id: 'b',
        name: text(),
        summary: text(),
        developer: text(),
        deleted_data: [text()],
        kept_data: [text()],
      },
    ],
    pages: {
      home: {
        head: head(),
        about: head(),
        services: points(),
        process: points(),
        contact: { title: text() },
      },
      careers: { head: head(), reasons: points(), steps: points(), benefits: points(), invitation: head() },
      contact: {
        head: head(),
        message_hint: text(),
        direct: { title: text() },
        office: { title: text() },
        other_matters: { title: text() },
      },
      apps: { head: head() },
    },
    own_pages: [
      { id: 'a', path: '/a', title: text(), text: '<p>x</p>', published: true, place: 'menu' },
      { id: 'b', path: '/b', title: text(), text: '<p>x</p>', published: true, place: 'footer' },
    ],
  });
  return { ...site, brand: sampleSite.brand };
}

const screens = {
  'the header and the footer': <PublicLayout />,
  'the home page': (
    <HomeScreen
      heroWork={false}
      selectedWork={() => undefined}
      hasWork={false}
      latestBlogs={false}
      positions={false}
      positionsTo="/"
    />
  ),
  careers: (
    <CareersScreen departments={[]} open={1} positions={false} faces={false} allTo="/" spontaneousTo="/" />
  ),
  'the contact page': <Contact />,
  apps: <Apps />,
  'the deletion of an account': <DeleteAccount />,
  'the privacy policy': <Privacy />,
  'the terms': <Terms />,
};

/** Returns the texts of the company in a page with the `lang` of the nearest element that has one. */
function languagesOf(html: string, word: string): [text: string, lang: string | undefined][] {
  const open: (string | undefined)[] = [];
  const found: [string, string | undefined][] = [];
  for (const [, closing, tag = '', attributes = '', text = ''] of html.matchAll(
    /<(\/?)([a-z][\w-]*)([^>]*)>([^<]*)/gi,
  )) {
    if (closing) open.pop();
    else if (!/^(meta|link|img|input|br|source)$/.test(tag) && !attributes.endsWith('/')) {
      open.push(/ lang="([^"]*)"/.exec(attributes)?.[1] ?? open.at(-1));
    }
    if (text.startsWith(word) && !/^(title|script|option)$/.test(tag)) found.push([text, open.at(-1)]);
  }
  return found;
}

describe.each([
  ['English texts on a site in Urdu', 'ur', 'Bread', 'en'],
  ['Urdu texts on a site in English', 'en', 'نان', 'ur'],
] as const)('%s', (_story, language, word, expected) => {
  it.each(Object.entries(screens))('are in their own language: %s', (_name, screen) => {
    const queries = new QueryClient();
    queries.setQueryData(hostCallsQuery.queryKey, { missing: [] });
    const html = renderToStaticMarkup(
      <Providers
        queries={queries}
        info={{ site: companyOf(language, word), origin: 'https://studio.example' }}
      >
        <RouterProvider router={createMemoryRouter([{ path: '*', element: screen }])} />
      </Providers>,
    );
    const texts = languagesOf(html, word);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter(([, lang]) => lang !== expected)).toEqual([]);
  });
});
