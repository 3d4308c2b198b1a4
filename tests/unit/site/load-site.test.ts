import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { siteSchema } from '#shared/schemas/site.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { loadSite, SiteError } from '../../../server/site/load-site.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'studio-site-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('site.json', () => {
  it('is the sample where there is none', async () => {
    expect(await loadSite(dir)).toEqual(sampleSite);
    expect(siteSchema.parse(sampleSite)).toEqual(sampleSite);
  });

  it('begins with the sample in docs/, which is the same', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../docs/site.sample.json'), 'utf8');
    expect(siteSchema.parse(JSON.parse(text))).toEqual(sampleSite);
  });

  it('needs few words; names fall back to the name', async () => {
    const least = {
      name: 'Mahr',
      tagline: 'We make.',
      description: 'A studio.',
      address: { city: 'Lahore', country: 'Pakistan' },
      phone: '+92 42 1234567',
      email: 'office@mahr.example',
    };
    // As some editors write it.
    await write(`\uFEFF${JSON.stringify(least)}`);
    expect(await loadSite(dir)).toEqual({
      ...least,
      short_name: 'Mahr',
      legal_entity: 'Mahr',
      hours: [],
      social: [],
      apps: [],
    });
  });

  it('is refused with every bad field by name and limit', async () => {
    const [app] = sampleSite.apps;
    await write(
      JSON.stringify({
        ...sampleSite,
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
        'email: must be an e-mail address',
        'social.0.url: must be an http:// or https:// address',
        'apps.0.icon: must be a path on this site such as /storage/app.png',
        'apps.0.id: must have small letters, digits and single hyphens only',
        'apps.0.stores: must be a list',
        'apps: must each have an id of its own',
      ].sort(),
    );
  });

  it.each([
    ['{"name": ', /^the file is no JSON: /],
    ['[]', /^the file: must be an object$/],
    ['null', /^the file: must be an object$/],
    ['{"apps": [null]}', /^apps\.0: must be an object$/],
    ['{"name": "a\\nb"}', /^name: must be one line without control characters$/],
  ])('that says %s is told in words', async (text, words) => {
    await write(text);
    expect(await problems()).toContainEqual(expect.stringMatching(words));
  });

  it('that cannot be read stops the start too', async () => {
    await rm(join(dir, 'site.json'), { force: true });
    await expect(loadSite(join(import.meta.dirname, 'load-site.test.ts'))).rejects.toThrow('cannot be read');
  });
});

function write(text: string): Promise<void> {
  return writeFile(join(dir, 'site.json'), text);
}

async function problems(): Promise<readonly string[]> {
  const error = await loadSite(dir).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SiteError);
  expect((error as SiteError).message).toContain(join(dir, 'site.json'));
  return (error as SiteError).problems;
}
