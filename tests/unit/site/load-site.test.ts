import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleFile } from '#shared/site/sample-file.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { loadSite, SiteError } from '../../../server/site/load-site.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'studio-site-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const least = { name: 'Mahr', email: 'office@mahr.example' };

describe('site.json', () => {
  it('is the sample where there is none, with its sign', async () => {
    const { site, files } = await loadSite(dir, { mediaPaths: [] });
    expect({ ...site, brand: sampleSite.brand }).toEqual(sampleSite);
    expect(site.brand).toMatchObject({ logo_with_name: true, logo: { width: 24, height: 24 } });
    expect([...files.keys()].sort()).toEqual(
      [
        '/apple-touch-icon.png',
        site.brand.logo?.src,
        site.brand.logo_dark?.src,
        '/favicon.ico',
        '/favicon.svg',
        '/icon-192.png',
        '/icon-512.png',
        '/icon-maskable-512.png',
      ].sort(),
    );
  });

  it('begins with the sample in docs/, which is the same', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../docs/site.sample.json'), 'utf8');
    expect(JSON.parse(text)).toEqual(sampleFile);
    expect(text).toBe(`${JSON.stringify(sampleFile, null, 2)}\n`);
  });

  it('needs a name and an email; names fall back to the name, and texts to such as hold for any company', async () => {
    // With a BOM, as some editors write it.
    await write(`\uFEFF${JSON.stringify(least)}`);
    const { site } = await loadSite(dir, { mediaPaths: [] });
    const { pages, brand, ...rest } = site;
    expect(rest).toEqual({
      ...least,
      language: 'en',
      time_zone: 'UTC',
      own_legal: [],
      own_pages: [],
      short_name: 'Mahr',
      legal_entity: 'Mahr',
      description: 'Mahr.',
      hours: [],
      social: [],
      apps: [],
    });
    expect(brand).toEqual({
      logo_with_name: false,
      favicon: { src: '/favicon.svg', type: 'image/svg+xml' },
      artwork: 'plain',
    });
    expect(pages.home.head).toEqual({ title: 'Mahr', description: 'Mahr.' });
    expect(pages.contact.direct).toEqual({ title: 'Email' });
    expect(pages.contact.office).toBeUndefined();
    expect(pages.home.about).toBeUndefined();
    expect([pages.home.services, pages.home.process, pages.contact.message_hint]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(pages.portfolio.head).toEqual({ title: 'Portfolio', description: 'Projects by Mahr.' });
    const { reasons, steps, benefits, positions } = pages.careers;
    expect([reasons, steps, benefits]).toEqual([undefined, undefined, undefined]);
    expect(positions).toEqual({ title: 'Open positions' });
  });

  it.each([
    [
      { address: { city: 'Lahore', country: 'Pakistan' } },
      { title: 'Mahr', description: 'Mahr, Lahore, Pakistan.' },
    ],
    [{ tagline: 'We make.' }, { title: 'We make.', description: 'Mahr: We make.' }],
    [{ description: 'A studio.' }, { title: 'Mahr', text: 'A studio.', description: 'A studio.' }],
  ])('begins its home page with what it knows: %j', async (known, head) => {
    await write(JSON.stringify({ ...least, ...known }));
    const { pages } = (await loadSite(dir, { mediaPaths: [] })).site;
    expect(pages.home.head).toEqual(head);
  });

  it('turns each section off that it says is off', async () => {
    const off = { show: false };
    await write(
      JSON.stringify({
        ...sampleFile,
        pages: {
          home: {
            selected_work: off,
            about: { ...sampleFile.pages.home.about, show: false },
            services: { ...sampleFile.pages.home.services, show: false },
            process: { ...sampleFile.pages.home.process, show: false },
            latest_posts: off,
            positions: off,
            contact: off,
          },
          portfolio: { made_with: off },
          team: { invitation: off },
          careers: { positions: off, invitation: off },
          jobs: { invitation: off },
          contact: { direct: off, office: off, other_matters: off },
        },
      }),
    );
    const { pages } = (await loadSite(dir, { mediaPaths: [] })).site;
    const shown = Object.entries(pages).map(([page, sections]) => [
      page,
      Object.entries(sections).flatMap(([id, section]) => (section ? id : [])),
    ]);
    expect(shown).toEqual(Object.keys(pages).map((page) => [page, ['head']]));
  });

  it('is refused with every bad field by name and limit', async () => {
    const [app] = sampleFile.apps;
    await write(
      JSON.stringify({
        ...sampleFile,
        name: ' ',
        tagline: 'x'.repeat(121),
        slogan: 'Hm',
        address: { city: 'Lahore', zip: '1' },
        phone: 'call us',
        email: 'nobody',
        social: [{ name: 'Web', url: 'javascript:alert(1)' }],
        apps: [
          { ...app, icon: 'https://elsewhere.example/a.png', id: 'Big App', stores: 'none' },
          { ...app, id: 'twice' },
          { ...app, id: 'twice' },
        ],
        brand: { logo: '../secret.svg', favicon: 'icon.gif', artwork: 'tiles', colour: {} },
        pages: {
          home: {
            head: { title: 'x'.repeat(81), lead: 'Hm' },
            about: { title: 'Only a title' },
            services: { items: [] },
            process: { items: [{ title: 'One', text: 'x'.repeat(601), link: '/' }] },
            latest_posts: { show: 'no' },
          },
          careers: { steps: { items: [{ title: 'One' }] } },
          contact: { message_hint: 'x'.repeat(121) },
          shop: {},
        },
      }),
    );
    expect([...(await problems())].sort()).toEqual(
      [
        'name: must not be empty',
        'tagline: must have at most 120 characters',
        'the file: has unknown fields: slogan',
        'address.country: is missing',
        'address: has unknown fields: zip',
        'phone: must be a phone number',
        'email: must be an email address',
        'social.0.url: must be an http:// or https:// address',
        'apps.0.icon: must be a path on this site such as /storage/app.png',
        'apps.0.id: must have small letters, digits and single hyphens only',
        'apps.0.stores: must be a list',
        'apps: must each have an id of its own',
        'brand.logo: must be the name of a file beside site.json: letters, digits, dot, hyphen and underscore only',
        'brand.favicon: must end in .svg or .png',
        'brand.artwork: must be "pattern", "picture" or "plain"',
        'brand: has unknown fields: colour',
        'pages.home.head.title: must have at most 80 characters',
        'pages.home.head: has unknown fields: lead',
        'pages.home.about.text: is missing',
        'pages.home.services.items: must have at least one entry',
        'pages.home.process.items.0.text: must have at most 600 characters',
        'pages.home.process.items.0: has unknown fields: link',
        'pages.contact.message_hint: must have at most 120 characters',
        'pages.home.latest_posts.show: must be true or false',
        'pages.careers.steps.items.0.text: is missing',
        'pages: has unknown fields: shop',
      ].sort(),
    );
  });

  const withLink = (link: unknown) =>
    write(
      JSON.stringify({
        ...least,
        pages: { home: { services: { items: [{ title: 'Film', text: 'Of boats.', link }] } } },
      }),
    );

  it.each([
    '/portfolio/Film',
    '/how-we-work',
    '/portfolio/Web%20and%20apps',
    '/فلمیں',
    '/contact?about=Film#write',
  ])('leads from a service to a page of the site: %s', async (link) => {
    await withLink(link);
    expect((await loadSite(dir, { mediaPaths: [] })).site.pages.home.services?.items).toEqual([
      { title: 'Film', text: 'Of boats.', link },
    ]);
  });

  it.each([
    ['https://elsewhere.example/', 'must be a path on this site such as /portfolio/Film'],
    ['//elsewhere.example', 'must be a path on this site such as /portfolio/Film'],
    ['/\\elsewhere.example', 'must be a path on this site such as /portfolio/Film'],
    ['/.//elsewhere.example', 'must be a path on this site such as /portfolio/Film'],
    ['javascript:alert(1)', 'must be a path on this site such as /portfolio/Film'],
    ['portfolio', 'must be a path on this site such as /portfolio/Film'],
    ['/a b', 'must be a path on this site such as /portfolio/Film'],
    [`/${'x'.repeat(2048)}`, 'must have at most 2048 characters'],
    ['', 'must not be empty'],
    [7, 'must be text'],
  ])('leads from a service to no other address: %s', async (link, problem) => {
    await withLink(link);
    expect(await problems()).toEqual([`pages.home.services.items.0.link: ${problem}`]);
  });

  it('has one problem for an empty field, whatever else the field must be', async () => {
    await write(JSON.stringify({ ...sampleFile, email: '' }));
    expect(await problems()).toEqual(['email: must not be empty']);
  });

  it.each([
    ['{"name": ', /^the file is not valid JSON: /],
    ['[]', /^the file: must be an object$/],
    ['null', /^the file: must be an object$/],
    ['{"apps": [null]}', /^apps\.0: must be an object$/],
    ['{"name": "a\\nb"}', /^name: must be one line without control characters$/],
  ])('that says %s is told in words', async (text, words) => {
    await write(text);
    expect(await problems()).toContainEqual(expect.stringMatching(words));
  });

  it('names a pattern only with the artwork "pattern", and one of those that there are', async () => {
    const withBrand = (brand: object) => write(JSON.stringify({ ...least, brand }));
    await withBrand({ artwork: 'pattern', pattern: 'waves' });
    expect((await loadSite(dir, { mediaPaths: [] })).site.brand.pattern).toBe('waves');
    await withBrand({ pattern: 'waves' });
    expect(await problems()).toEqual(['brand.pattern: is not used: artwork is not "pattern"']);
    await withBrand({ artwork: 'pattern', pattern: 'tiles' });
    expect(await problems()).toEqual(['brand.pattern: must be "star" or "weave" or "waves"']);
  });

  it('that cannot be read stops the start too', async () => {
    await rm(join(dir, 'site.json'), { force: true });
    await expect(
      loadSite(join(import.meta.dirname, 'load-site.test.ts'), { mediaPaths: [] }),
    ).rejects.toThrow('cannot be read');
  });
});

function write(text: string): Promise<void> {
  return writeFile(join(dir, 'site.json'), text);
}

async function problems(): Promise<readonly string[]> {
  const error = await loadSite(dir, { mediaPaths: [] }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SiteError);
  expect((error as SiteError).message).toContain(join(dir, 'site.json'));
  return (error as SiteError).problems;
}
