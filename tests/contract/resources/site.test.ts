import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import { type SavedSite, type SiteJson, savedSiteSchema } from '#shared/schemas/saved-site.ts';
import { type Engine, withEngines } from '../../support/engines.ts';

/** Any company: only what a site has to say. */
const company = (name: string): SiteJson => ({
  name,
  tagline: `${name} since 1912`,
  description: `${name} bakes bread for the east of the town.`,
  address: { city: 'Leipzig', country: 'Germany' },
  phone: '+49 341 0000000',
  email: 'office@backhaus.example',
});

let serial = 0;
const freshName = () => `Backhaus ${++serial}`;

async function current({ admin }: Engine): Promise<SavedSite> {
  const answer = await admin.call('getSite');
  expect(answer.status, answer.text).toBe(200);
  return savedSiteSchema.parse(answer.body.data);
}

const save = ({ admin }: Engine, site: SiteJson, updatedAt?: string) =>
  admin.call('updateSite', { site, updated_at: updatedAt });

/** Saves over the present version. Another process may learn of that version only within a second. */
async function saved(engine: Engine, site: SiteJson): Promise<SavedSite> {
  const attempt = async () => save(engine, site, (await current(engine)).updated_at);
  let answer = await attempt();
  if (answer.status === 409) answer = await save(engine, site, answer.body.data.current);
  expect(answer.status, answer.text).toBe(200);
  return savedSiteSchema.parse(answer.body.data);
}

const svg = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path fill="${colour}" d="M0 0h20v10z"/></svg>`;

const addFile = ({ admin }: Engine, body: object) => admin.call('addSiteFile', body);

const calls: Partial<Record<CallName, (engine: Engine) => void>> = {
  getSite(engine) {
    it('returns what was saved last, in every process', async () => {
      const name = freshName();
      await saved(engine, company(name));
      await expect.poll(async () => (await current(engine)).site.name).toBe(name);
      expect(await current(engine)).toMatchObject({ origin: 'saved', read_only: false, files: [] });
    });
  },

  updateSite(engine) {
    it('is what visitors see within a second, in every process, on pages that were cached before', async () => {
      const [first, second] = [freshName(), freshName()];
      for (const name of [first, second]) {
        await saved(engine, company(name));
        for (let visit = 0; visit < 4; visit += 1) {
          await expect
            .poll(async () => (await engine.visitor.get('/contact').set('Accept', 'text/html')).text)
            .toContain(`<title>Contact · ${name}</title>`);
        }
      }
      const manifest = await engine.visitor.get('/site.webmanifest');
      expect(manifest.body.name).toBe(second);
    });

    it('refuses a version that is out of date, and says who saved the newer one', async () => {
      const { updated_at: old } = await saved(engine, company(freshName()));
      await expect.poll(async () => (await current(engine)).updated_at).toBe(old);
      await saved(engine, company(freshName()));
      const late = await save(engine, company('Too late'), old);
      expect([late.status, late.body.code]).toEqual([409, 'conflict.newer']);
      expect(late.body.data).toMatchObject({ yours: old, who: expect.any(String) });
      expect(late.body.message).not.toContain('Someone else');
    });

    it('names each wrong field by its path, and stores nothing', async () => {
      const before = await saved(engine, company(freshName()));
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
      const { status, body } = await save(engine, wrong, before.updated_at);
      expect(status).toBe(422);
      expect(body.errors).toMatchObject({
        name: ['This must have at most 80 characters.'],
        email: ['This is missing.'],
        'pages.home.head.title': ['This must not be empty.'],
        'brand.colors.light': [expect.stringContaining('contrast')],
      });
      expect(JSON.stringify(body.errors)).toContain('typo');
      expect((await current(engine)).site.name).toBe(before.site.name);
      const missing = await save(engine, { ...company('x'), brand: { logo: 'logo-0123.svg' } }, undefined);
      expect(missing.body.errors['brand.logo'][0]).toContain('upload it again');
    });
  },

  previewSite(engine) {
    it('shows a page with values that are not saved, without scripts, and changes nothing', async () => {
      const before = await saved(engine, company(freshName()));
      const site = { ...company('Only Tried'), pages: { contact: { head: { title: 'Where we bake' } } } };
      const preview = (body: object) => engine.call('previewSite', body);
      const { status, body } = await preview({ site, path: '/contact' });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.data.html).toContain('Where we bake');
      expect(body.data.html).toContain('Only Tried');
      expect(body.data.html).not.toMatch(/<script(?! type="application\/json")/);
      expect((await current(engine)).site.name).toBe(before.site.name);
      expect((await engine.visitor.get('/contact')).text).not.toContain('Only Tried');
      expect((await preview({ site, path: '//evil.example' })).status).toBe(422);
    });
  },

  addSiteFile(engine) {
    it('is served as soon as a save names it, by every process, and again after a later save', async () => {
      const colour = `#0000${(++serial + 16).toString(16)}`;
      const data = Buffer.from(svg(colour)).toString('base64');
      const answer = await addFile(engine, { key: 'logo', type: 'svg', data });
      expect(answer.status, answer.text).toBe(200);
      const { name, src } = answer.body.data;
      expect(name).toMatch(/^logo-[0-9a-f]{16}\.svg$/);
      const { files } = await saved(engine, { ...company(freshName()), brand: { logo: name } });
      expect(files).toMatchObject([{ name, src, width: 20, height: 10 }]);
      for (let visit = 0; visit < 4; visit += 1)
        await expect.poll(async () => (await engine.visitor.get(src)).status).toBe(200);
      const served = await engine.visitor.get(src);
      expect(served.headers['content-security-policy']).toContain('sandbox');
    });

    it('is refused with the reason where it is no picture, or one that does something', async () => {
      const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
      const refusal = async (type: string, bytes: string) => {
        const data = Buffer.from(bytes).toString('base64');
        const { status, body } = await addFile(engine, { key: 'favicon', type, data });
        return [status, body.errors?.favicon?.[0]];
      };
      expect(await refusal('svg', script)).toEqual([422, expect.stringContaining('This file')]);
      expect(await refusal('png', 'no picture')).toEqual([422, 'This file is not a PNG file.']);
      expect((await addFile(engine, { key: 'favicon', type: 'exe', data: '' })).status).toBe(422);
    });
  },

  getSiteVersion(engine) {
    it('has all values of a version, with which it can be saved again', async () => {
      const first = await saved(engine, company(freshName()));
      await saved(engine, company(freshName()));
      const list = await engine.call('getSiteVersions');
      const id = list.body.data[1].number;
      const { body } = await engine.call('getSiteVersion', id);
      expect(body.data.site).toEqual(first.site);
      await saved(engine, body.data.site);
      expect((await current(engine)).site.name).toBe(first.site.name);
      for (const missing of [999_999, 'not-a-number']) {
        const path = callPath(contract.getSiteVersion, { id: missing });
        expect([missing, (await engine.admin.get(path)).status]).toEqual([missing, 404]);
      }
    });
  },
};

withEngines((engine) => {
  for (const [name, describeCall] of Object.entries(calls)) {
    const row = contract[name as keyof typeof calls];
    describe(`${row.method} ${row.path}`, () => describeCall(engine));
  }
});
