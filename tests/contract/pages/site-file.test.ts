import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runStudio } from '../../../tools/cli/run.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { folderForEach } from '../../support/temp-folder.ts';

const owner = { email: 'admin@localhost', password: 'correct horse battery' };
const company = { name: 'From the File', email: 'mahr@studio.example' };
const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h20v10z"/></svg>';
let folder: string;
folderForEach((made) => (folder = made));
/** A folder whose site.json is imported. */
let other: string;
folderForEach((made) => (other = made));
const write = (content: object, to = folder) => writeFile(join(to, 'site.json'), JSON.stringify(content));

/** Starts the product on the folder, does something with it as its owner, and stops it. */
async function once<Value>(
  work: (app: TestApp, admin: Awaited<ReturnType<typeof signIn>>['agent']) => Promise<Value>,
  environment = {},
) {
  const app = await startTestApp({ DATA_DIR: folder, ADMIN_PASSWORD: owner.password, ...environment });
  const value = await work(app, (await signIn(app, owner)).agent);
  await app.close({ keepData: true });
  return value;
}
const textOf = async ({ url }: TestApp, path = '/') => (await fetch(url + path)).text();
type Admin = Parameters<Parameters<typeof once>[0]>[1];
const siteOf = async (admin: Admin) => await admin.read('getSite');
const save = (admin: Admin, site: object) => admin.call('updateSite', { site });

it('a saved site comes before site.json, whose pictures it keeps, and with SITE_FILE the file alone counts and nothing is saved', async () => {
  const site = { ...company, brand: { logo: 'logo.svg' } };
  await write(site);
  await writeFile(join(folder, 'logo.svg'), logo);
  await once(async (app, admin) => {
    expect(await textOf(app)).toContain('From the File');
    expect(await siteOf(admin)).toMatchObject({ origin: 'file', site: { name: 'From the File' } });
    const saved = await save(admin, { ...site, name: 'Saved in the Browser' });
    expect([saved.status, saved.body.errors]).toEqual([200, undefined]);
  });
  await once(
    async (app, admin) => {
      expect(await textOf(app)).toContain('From the File');
      expect(await siteOf(admin)).toMatchObject({
        origin: 'file',
        read_only: true,
        site: { name: 'From the File' },
      });
      const refused = await save(admin, site);
      expect([refused.status, refused.body.code]).toEqual([403, 'site.readOnly']);
    },
    { SITE_FILE: 'on' },
  );
  for (const file of ['logo.svg', 'site.json']) await rm(join(folder, file));
  await once(async (app, admin) => {
    const [file] = (await siteOf(admin)).files;
    const home = await textOf(app);
    for (const words of ['Saved in the Browser', file.src]) expect(home).toContain(words);
    expect(await textOf(app, file.src)).toContain('<path');
  });
});

it('the addresses of the product win at every door, and what comes in is dated, and shown without scripts', async () => {
  const page = (path: string) => ({
    id: path.replace(/\W/g, 'p'),
    path,
    title: 'Ours',
    text: '<p>Words of a page<script>x()</script></p>',
    published: true,
  });
  const site = { ...company, legal: { terms: '<p>Terms</p>' } };
  const expectWon = async (app: TestApp) => {
    for (const path of ['/about', '/admin', '/storage']) {
      const answer = await fetch(app.url + path, { headers: { Accept: 'text/html' } });
      expect((await answer.text()).includes('Words of a page')).toBe(path === '/about');
    }
    expect(app.logLines.flatMap(({ addresses }) => addresses ?? [])).toEqual(['/admin', '/storage']);
  };
  await write({ ...site, own_pages: ['/about', '/admin', '/storage'].map(page) });
  await once(async (app, admin) => {
    await expectWon(app);
    await save(admin, { ...(await siteOf(admin)).site, phone: '+92 91 0000000' }).expect(200);
  });
  // A site that is stored is shown without those pages, after a restore and after an update too.
  await rm(join(folder, 'site.json'));
  await once(expectWon);

  const bringIn = async (content: object) => {
    await write(content, other);
    const err: string[] = [];
    const terminal = {
      environment: { DATA_DIR: folder },
      out: () => {},
      err: (text: string) => err.push(text),
    };
    return [await runStudio(['site', 'import', other], terminal), err.join('\n')];
  };
  const lookalike = { ...site, own_pages: [page('/аdmin')] };
  expect(await bringIn(lookalike)).toEqual([1, expect.stringContaining('own_pages.0.path: is taken by')]);
  const terms = '<p>New<script>x()</script></p>';
  const moved = { ...site, legal: { terms }, own_pages: [{ ...page('/about'), path: '/us' }] };
  expect(await bringIn(moved)).toEqual([0, '']);
  await once(async (app, admin) => {
    const data = await siteOf(admin);
    const terms_updated = new Date().toISOString().slice(0, 10);
    expect(data.site.legal).toEqual({ terms, terms_updated });
    for (const path of ['/us', '/terms-conditions']) expect(await textOf(app, path)).not.toContain('x()');
    const about = await fetch(`${app.url}/about`, { redirect: 'manual' });
    expect(about.headers.get('location')).toBe('/us');
  });
});
