import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sampleFile } from '#shared/site/sample-file.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { loadSite, SiteError } from '../../../server/site/load-site.ts';
import { folderForEach } from '../../support/temp-folder.ts';

let dir: string;
folderForEach((made) => (dir = made));

const least = { name: 'Mahr', email: 'office@mahr.example' };
const load = async (site?: object | string) => {
  const text = typeof site === 'string' ? site : JSON.stringify(site);
  if (site) await writeFile(join(dir, 'site.json'), text);
  return loadSite(dir, { mediaPaths: [] });
};
async function problemsOf(site: object | string) {
  const error = await load(site).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SiteError);
  expect((error as SiteError).message).toContain(join(dir, 'site.json'));
  return (error as SiteError).problems;
}

it('the sample is the site where there is no file, and that of docs/ is the same', async () => {
  const { site, files } = await load();
  expect({ ...site, brand: sampleSite.brand }).toEqual(sampleSite);
  for (const path of ['/favicon.ico', '/icon-512.png', site.brand.logo?.src])
    expect([...files.keys()]).toContain(path);
  const text = await readFile(join(import.meta.dirname, '../../../docs/site.sample.json'), 'utf8');
  expect(text).toBe(`${JSON.stringify(sampleFile, null, 2)}\n`);
});

it('a site needs a name and an email; names fall back to the name, and texts to such as hold for any company', async () => {
  // With a BOM, as some editors write it.
  const { site } = await load(`\uFEFF${JSON.stringify(least)}`);
  const { pages, brand, ...rest } = site;
  expect(rest).toEqual({
    ...least,
    language: 'en',
    time_zone: 'UTC',
    short_name: 'Mahr',
    legal_entity: 'Mahr',
    description: 'Mahr.',
    own_legal: [],
    own_pages: [],
    hours: [],
    social: [],
    apps: [],
  });
  expect(brand).toEqual({
    logo_with_name: false,
    favicon: { src: '/favicon.svg', type: 'image/svg+xml' },
    artwork: 'plain',
  });
  expect([pages.home.head, pages.contact.direct]).toEqual([
    { title: 'Mahr', description: 'Mahr.' },
    { title: 'Email' },
  ]);
  expect(pages.portfolio.head).toEqual({ title: 'Portfolio', description: 'Projects by Mahr.' });
  const { reasons, steps, benefits } = pages.careers;
  const none = [pages.contact.office, pages.home.about, pages.home.services, reasons, steps, benefits];
  expect(none.filter((section) => section !== undefined)).toEqual([]);
});

it('every bad field is told by name and limit', async () => {
  const [app] = sampleFile.apps;
  const bad = {
    ...sampleFile,
    name: ' ',
    tagline: 'x'.repeat(121),
    slogan: 'Hm',
    phone: 'call us',
    email: '',
    address: { city: 'Lahore', zip: '1' },
    social: [{ name: 'Web', url: 'javascript:alert(1)' }],
    apps: [
      { ...app, icon: 'https://elsewhere.example/a.png', id: 'Big App', stores: 'none' },
      { ...app, id: 'twice' },
      { ...app, id: 'twice' },
    ],
    brand: { logo: '../secret.svg', favicon: 'icon.gif', artwork: 'tiles', colour: {} },
    pages: {
      home: { about: { title: 'Only a title' }, services: { items: [] }, latest_posts: { show: 'no' } },
      shop: {},
    },
  };
  expect([...(await problemsOf(bad))].sort()).toEqual(
    [
      'name: must not be empty',
      'tagline: must have at most 120 characters',
      'the file: has unknown fields: slogan',
      'address.country: is missing',
      'address: has unknown fields: zip',
      'phone: must be a phone number',
      'email: must not be empty',
      'social.0.url: must be an http:// or https:// address',
      'apps.0.icon: must be a path on this site such as /storage/app.png',
      'apps.0.id: must have small letters, digits and single hyphens only',
      'apps.0.stores: must be a list',
      'apps: must each have an id of its own',
      'brand.logo: must be the name of a file beside site.json: letters, digits, dot, hyphen and underscore only',
      'brand.favicon: must end in .svg or .png',
      'brand.artwork: must be "pattern", "picture" or "plain"',
      'brand: has unknown fields: colour',
      'pages.home.about.text: is missing',
      'pages.home.services.items: must have at least one entry',
      'pages.home.latest_posts.show: must be true or false',
      'pages: has unknown fields: shop',
    ].sort(),
  );
});

const linked = (link: unknown) => ({
  ...least,
  pages: { home: { services: { items: [{ title: 'Film', text: 'Boats.', link }] } } },
});
const noPath = 'must be a path on this site such as /portfolio/Film';

it('a service leads to a page of the site, and to no other address', async () => {
  for (const link of ['/portfolio/Web%20and%20apps', '/فلمیں', '/contact?about=Film#write'])
    expect((await load(linked(link))).site.pages.home.services?.items).toMatchObject([{ link }]);
  for (const link of [
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/.//elsewhere.example',
    'javascript:alert(1)',
    'portfolio',
    '/a b',
  ])
    expect(await problemsOf(linked(link)), link).toEqual([`pages.home.services.items.0.link: ${noPath}`]);
});
