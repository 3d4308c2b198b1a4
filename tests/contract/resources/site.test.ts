import { expect, it } from 'vitest';
import { type SiteJson, savedSiteSchema } from '#shared/schemas/saved-site.ts';
import { twice, withEngines } from '../../support/engines.ts';
import { image } from '../../support/files.ts';

let serial = 0;
/** Any company: only what a site has to say. */
const company = (name = `Backhaus ${++serial}`): SiteJson => ({
  name,
  tagline: `${name} since 1912`,
  description: `${name} bakes bread for the east of the town.`,
  address: { city: 'Leipzig', country: 'Germany' },
  phone: '+49 341 0000000',
  email: 'office@backhaus.example',
});
const base64 = (text: string) => Buffer.from(text).toString('base64');
const svg = (content: string) =>
  base64(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">${content}</svg>`);
const cutPng = (await image('png', 512, 512)).subarray(0, -30);

withEngines((engine) => {
  const { call, read } = engine;
  const current = async () => savedSiteSchema.parse(await read('getSite'));
  const save = (site: SiteJson, updated_at?: string) => call('updateSite', { site, updated_at });
  /** Saves over the present version. Another process may learn of that version only within a second. */
  const saved = async (more: object = {}) => {
    const site = { ...company(), ...more };
    let answer = await save(site, (await current()).updated_at);
    if (answer.status === 409) answer = await save(site, answer.body.data.current);
    expect(answer.status, answer.text).toBe(200);
    return savedSiteSchema.parse(answer.body.data);
  };

  it('a saved site is what every process has within a second, also on pages that were cached before', async () => {
    for (const _time of [1, 2]) {
      const { site } = await saved();
      const title = async () =>
        /<title>.*?<\/title>/.exec(
          (await engine.visitor.get('/contact').set('Accept', 'text/html')).text,
        )?.[0];
      const expected = `<title>Contact · ${site.name}</title>`;
      await expect.poll(() => twice(title)).toEqual([expected, expected]);
      expect((await engine.visitor.get('/site.webmanifest')).body.name).toBe(site.name);
      expect((await current()).site.name).toBe(site.name);
    }
    expect(await current()).toMatchObject({ origin: 'saved', read_only: false, files: [] });
  });

  it('a version that is out of date is refused, and it is said who saved the newer one', async () => {
    const { updated_at: old } = await saved();
    await expect.poll(async () => (await current()).updated_at).toBe(old);
    await saved();
    const late = await save(company('Too late'), old);
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'conflict.newer', data: { yours: old, who: expect.any(String) } },
    ]);
    expect(late.body.message).not.toContain('Someone else');
  });

  it('each wrong field is named by its path, and nothing is stored', async () => {
    const before = await saved();
    const { email: _, ...rest } = company('Backhaus');
    const light = { background: '#ffffff', text: '#cccccc', accent: '#0a5c2b' };
    const dark = { background: '#101010', text: '#ffffff', accent: '#7fd8b0' };
    const wrong = {
      ...rest,
      name: 'x'.repeat(81),
      pages: { home: { head: { title: '' } } },
      brand: { colors: { light, dark } },
      typo: 1,
    };
    const { status, body } = await save(wrong, before.updated_at);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject({
      name: ['This must have at most 80 characters.'],
      email: ['This is missing.'],
      'pages.home.head.title': ['This must not be empty.'],
      'brand.colors.light': [expect.stringContaining('contrast')],
    });
    expect(JSON.stringify(body.errors)).toContain('typo');
    expect((await current()).site.name).toBe(before.site.name);
    const missing = await save({ ...company('x'), brand: { logo: 'logo-0123.svg' } });
    expect(missing.body.errors['brand.logo'][0]).toContain('upload it again');
  });

  it('a preview shows a page with values that are not saved, without scripts, and changes nothing', async () => {
    const before = await saved();
    const site = { ...company('Only Tried'), pages: { contact: { head: { title: 'Where we bake' } } } };
    const { html } = await read('previewSite', { site, path: '/contact' });
    for (const words of ['Where we bake', 'Only Tried']) expect(html).toContain(words);
    expect(html).not.toMatch(/<script(?! type="application\/json")/);
    expect((await current()).site.name).toBe(before.site.name);
    expect((await engine.visitor.get('/contact')).text).not.toContain('Only Tried');
    await call('previewSite', { site, path: '//evil.example' }).expect(422);
  });

  it('a file is served as soon as a save names it, by every process', async () => {
    const data = svg(`<path fill="#0000${(++serial + 16).toString(16)}" d="M0 0h20v10z"/>`);
    const { name, src } = await read('addSiteFile', { key: 'logo', type: 'svg', data });
    expect(name).toMatch(/^logo-[0-9a-f]{16}\.svg$/);
    const { files } = await saved({ brand: { logo: name } });
    expect(files).toMatchObject([{ name, src, width: 20, height: 10 }]);
    const status = async () => (await engine.visitor.get(src)).status;
    await expect.poll(() => twice(status)).toEqual([200, 200]);
    const { headers } = await engine.visitor.get(src);
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it.each([
    ['svg', svg('<script>alert(1)</script>'), expect.stringContaining('This file')],
    ['png', base64('no picture'), 'This file is not a PNG file.'],
    ['png', cutPng.toString('base64'), 'This file is cut off or damaged.'],
    ['exe', '', undefined],
  ])(
    'a file of %s that is no picture, or one that does something, is refused with the reason',
    async (type, data, reason) => {
      const { status, body } = await call('addSiteFile', { key: 'favicon', type, data });
      expect([status, body.errors.favicon?.[0]]).toEqual([422, reason]);
    },
  );

  it('an old version has all its values, with which it can be saved again', async () => {
    const first = await saved();
    await saved({ ...first.site, tagline: 'Another one' });
    const [newest, before] = await read('getSiteVersions');
    expect(newest.changed).toEqual(['tagline']);
    const { site } = await read('getSiteVersion', before.number);
    expect(site).toEqual(first.site);
    expect((await saved(site)).site.name).toBe(first.site.name);
    for (const missing of [999_999, 'not-a-number']) await call('getSiteVersion', missing).expect(404);
  });
});
